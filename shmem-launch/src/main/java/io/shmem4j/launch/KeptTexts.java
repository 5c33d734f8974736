// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Texts that take long to find out, kept in a file beside the start-up caches, behind a stamp of what they depend on.
 * Launchers that write at the same time take turns, and keep each other's texts.
 */
public final class KeptTexts {
    /** More begin anew: a cache of a build server would grow for ever. */
    private static final int MOST = 4096;
    /** The same for texts of jobs, which take some kilobytes each and are read whole at each start. */
    private static final int MOST_OF_JOBS = 8;
    private static Installation known;
    private static KeptTexts ofJars;
    private static KeptTexts ofJobs;

    private final List<Path> folders;
    private final String file;
    private final String stamp;
    private final Map<String, String> texts = new TreeMap<>();
    private boolean changed;
    private boolean anew;

    /** Opens the file in the first of some folders that has it; the first that lets it gets the new ones. */
    public KeptTexts(List<Path> folders, String file, String stamp) {
        this(folders, file, stamp, MOST);
    }

    private KeptTexts(List<Path> folders, String file, String stamp, int most) {
        this.folders = folders;
        this.file = file;
        this.stamp = stamp;
        for (Path folder : folders) {
            if (texts.isEmpty()) {
                load(folder.resolve(file));
            }
        }
        if (texts.size() > most) {
            texts.clear();
            anew = true;
        }
    }

    /**
     * {@return the launcher's facts about the library's jars, constant while this process runs} Opening a jar means
     * reading its directory, which takes longer than everything else before the first PE.
     */
    public static synchronized KeptTexts ofJars(Installation installation) {
        if (known != installation) {
            known = installation;
            ofJobs = null;
            ofJars = new KeptTexts(installation.onlyJars() ? installation.cacheFolders() : List.of(), "facts",
                installation.stamp());
        }
        return ofJars;
    }

    /** {@return what the launcher writes for jobs of some kind, by nothing but the library's jars} */
    public static synchronized KeptTexts ofJobs(Installation installation) {
        KeptTexts facts = ofJars(installation);
        if (ofJobs == null) {
            ofJobs = new KeptTexts(facts.folders, "jobs", facts.stamp, MOST_OF_JOBS);
        }
        return ofJobs;
    }

    /** {@return a text, which is looked up and kept if it is not known} */
    public synchronized String get(String name, Supplier<String> lookup) {
        String text = get(name);
        if (text == null) {
            text = lookup.get();
            put(name, text);
            save();
        }
        return text;
    }

    /** {@return a text, or null} */
    public synchronized String get(String name) {
        return texts.get(name);
    }

    public synchronized void put(String name, String text) {
        texts.put(name, text);
        changed = true;
    }

    /** Reads the file: the stamp, then texts, each after a line with its length and name. */
    private void load(Path from) {
        try {
            String all = Files.readString(from);
            int at = stamp.length() + 1;
            if (!all.startsWith(stamp + "\n")) {
                return;
            }
            while (at < all.length()) {
                int space = all.indexOf(' ', at);
                int end = all.indexOf('\n', space);
                int next = end + 1 + Integer.parseInt(all, at, space, 10);
                texts.putIfAbsent(all.substring(space + 1, end), all.substring(end + 1, next));
                at = next;
            }
        } catch (IOException | RuntimeException e) {
            // There is none, or not a whole one: what it lacks is looked up.
        }
    }

    /** Writes the texts, if there are new ones, under another name first; jobs do without where that can't be. */
    public synchronized void save() {
        if (!changed) {
            return;
        }
        changed = false;
        for (Path folder : folders) {
            if (saved(folder)) {
                return;
            }
        }
    }

    private boolean saved(Path folder) {
        Path part = folder.resolve(file + "." + ProcessHandle.current().pid());
        synchronized (KeptTexts.class) {
            try (FileChannel turn = FileChannel.open(Files.createDirectories(folder).resolve(file + ".lock"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                turn.lock();
                if (!anew) {
                    load(folder.resolve(file));
                }
                StringBuilder all = new StringBuilder(stamp).append('\n');
                texts.forEach((name, text) -> all.append(text.length()).append(' ').append(name).append('\n')
                    .append(text));
                Files.writeString(part, all);
                Files.move(part, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
                return true;
            } catch (IOException e) {
                part.toFile().delete();
                return false;
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Cache of texts that the launcher derives from the library's jars, in a file beside the start-up caches. The file
 * starts with a stamp of the jars; another stamp empties the cache.
 *
 * <p>Opening a jar means reading its directory, which takes longer than all else that happens before the first PE.
 */
public final class KeptTexts {
    private static final String FILE = "facts";
    /** Each start reads all texts, so a fuller cache starts anew. */
    private static final int MOST = 16;
    private static Installation known;
    private static KeptTexts current;

    private final List<Path> folders;
    private final String stamp;
    private final Map<String, String> texts = new TreeMap<>();

    private KeptTexts(Installation installation) {
        this.folders = installation.onlyJars() ? installation.cacheFolders() : List.of();
        this.stamp = folders.isEmpty() ? "" : installation.stamp(installation.jars());
        for (Path folder : folders) {
            if (texts.isEmpty()) {
                load(folder.resolve(FILE));
            }
        }
    }

    /** {@return the texts of an installation, constant while this process runs} */
    public static synchronized KeptTexts of(Installation installation) {
        if (known != installation) {
            known = installation;
            current = new KeptTexts(installation);
        }
        return current;
    }

    /** {@return the text of this name, from the lookup if the cache lacks it} */
    public synchronized String get(String name, Supplier<String> lookup) {
        String text = texts.get(name);
        if (text == null) {
            text = lookup.get();
            if (texts.size() >= MOST) {
                texts.clear();
            }
            texts.put(name, text);
            save();
        }
        return text;
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
                texts.put(all.substring(space + 1, end), all.substring(end + 1, next));
                at = next;
            }
        } catch (IOException | RuntimeException e) {
            // The file is missing or cut off: later texts are looked up.
        }
    }

    /** Replaces the file in the first writable folder. Of two launchers at a time the last one wins. */
    private void save() {
        StringBuilder all = new StringBuilder(stamp).append('\n');
        texts.forEach((name, text) -> all.append(text.length()).append(' ').append(name).append('\n').append(text));
        for (Path folder : folders) {
            Path part = folder.resolve(FILE + "." + ProcessHandle.current().pid());
            try {
                Files.createDirectories(folder);
                Files.writeString(part, all);
                Files.move(part, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
                return;
            } catch (IOException e) {
                part.toFile().delete();
            }
        }
    }
}

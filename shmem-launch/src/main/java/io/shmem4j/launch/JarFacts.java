// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Texts that the launcher looks up in the library's jars, which takes longer than all else before its first PE, because
 * to open a jar is to read its directory. They are kept in a file beside the start-up caches, behind a stamp of the
 * jars. Of two launchers that write it at the same time one's texts are lost, and looked up again.
 */
public final class JarFacts {
    private static final String FILE = "facts";
    private static JarFacts last;

    private final Installation installation;
    private final String stamp;
    private final Map<String, String> texts = new TreeMap<>();

    private JarFacts(Installation installation) {
        this.installation = installation;
        this.stamp = installation.stamp();
        for (Path folder : installation.cacheFolders()) {
            if (texts.isEmpty() && installation.onlyJars()) {
                load(folder.resolve(FILE));
            }
        }
    }

    /** {@return the texts of an installation, of whose jars nothing changes while this process runs} */
    public static synchronized JarFacts of(Installation installation) {
        if (last == null || last.installation != installation) {
            last = new JarFacts(installation);
        }
        return last;
    }

    /** {@return a text, which is looked up if it is not known} */
    public synchronized String get(String name, Supplier<String> lookup) {
        String text = texts.get(name);
        if (text == null) {
            text = lookup.get();
            texts.put(name, text);
            save();
        }
        return text;
    }

    /** After the stamp each text has a line with its length and its name before it. */
    private void load(Path file) {
        try {
            String all = Files.readString(file);
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
            // There is none, or not a whole one: what it lacks is looked up.
            return;
        }
    }

    private void save() {
        StringBuilder all = new StringBuilder(stamp).append('\n');
        texts.forEach((name, text) -> all.append(text.length()).append(' ').append(name).append('\n').append(text));
        for (Path folder : installation.onlyJars() ? installation.cacheFolders() : List.<Path>of()) {
            Path part = folder.resolve(FILE + "." + ProcessHandle.current().pid());
            try {
                Files.createDirectories(folder);
                Files.write(part, all.toString().getBytes(StandardCharsets.UTF_8));
                Files.move(part, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
                return;
            } catch (IOException e) {
                part.toFile().delete();
            }
        }
    }
}

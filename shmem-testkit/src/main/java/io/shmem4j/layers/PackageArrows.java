// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.layers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The packages of a module and the arrows between them, as a table that jdeps confirms: a line for each package, with
 * the packages that it may use, all of them in lines before it. So there is no cycle, and no arrow that nobody planned.
 *
 * <pre>
 *   spi:
 *   heap:
 *   engine: heap spi
 * </pre>
 */
public final class PackageArrows {
    private final String root;
    private final Map<String, Set<String>> allowed = new TreeMap<>();

    /**
     * A table of arrows.
     *
     * @param root  the package that their names begin with; a dot stands for itself
     * @param table a line for each package: its name, a colon, the names of those that it may use
     */
    public PackageArrows(String root, String table) {
        this.root = root;
        for (String line : table.strip().split("\n")) {
            String[] parts = line.strip().split(": *", 2);
            Set<String> used = new TreeSet<>(Arrays.asList(parts[1].isBlank() ? new String[0]
                : parts[1].strip().split(" +")));
            if (!allowed.keySet().containsAll(used) || allowed.put(parts[0], used) != null) {
                throw new IllegalArgumentException("a package uses only those in lines before it: " + line);
            }
        }
    }

    /**
     * Compares the table with compiled classes: they have all arrows of the table and no others.
     *
     * @param classes a folder with classes
     */
    public void assertHoldFor(Path classes) {
        assertEquals(text(allowed), text(Arrows.found(root, classes)), "arrows between the packages of " + root);
    }

    private static String text(Map<String, Set<String>> arrows) {
        return arrows.entrySet().stream().map(line -> line.getKey() + ": " + String.join(" ", line.getValue()))
            .collect(Collectors.joining("\n"));
    }
}

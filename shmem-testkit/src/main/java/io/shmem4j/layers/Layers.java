// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.layers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The packages of a module in layers: a package uses only packages in lines before its own. Packages in no line have to
 * be free of cycles.
 *
 * <pre>
 *   problem
 *   loops
 *   cells slab
 * </pre>
 */
public final class Layers {
    private final String root;
    private final Map<String, Integer> layer = new HashMap<>();

    /**
     * A table of layers.
     *
     * @param root  the package that their names begin with; a dot stands for itself
     * @param table a line for each layer, from the lowest one, with the names of its packages
     */
    public Layers(String root, String table) {
        this.root = root;
        for (String line : table.strip().split("\n")) {
            int next = layer.size();
            List.of(line.strip().split(" +")).forEach(name -> layer.put(name, next));
        }
    }

    /**
     * Compares the table with compiled classes.
     *
     * @param classes a folder with classes
     */
    public void assertHoldFor(Path classes) {
        Map<String, Set<String>> arrows = Arrows.found(root, classes);
        List<String> wrong = new ArrayList<>();
        arrows.forEach((from, used) -> used.stream().filter(to -> !below(to, from))
            .forEach(to -> wrong.add(from + " uses " + to)));
        assertEquals(List.of(), wrong, "arrows of " + root + " that lead up or aside");
        assertEquals(Set.of(), withoutOrder(arrows), "packages of " + root + " that use each other in a cycle");
    }

    private boolean below(String to, String from) {
        return !layer.containsKey(to) || !layer.containsKey(from) || layer.get(to) < layer.get(from);
    }

    /** {@return what is left when packages that use none of the others have gone, again and again} */
    private static Set<String> withoutOrder(Map<String, Set<String>> arrows) {
        Set<String> left = new HashSet<>(arrows.keySet());
        while (left.removeIf(name -> arrows.get(name).stream().noneMatch(left::contains))) {
            continue;
        }
        return left;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.layers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;

/** The packages of compiled classes and the arrows between them, found by jdeps. */
final class Arrows {
    private Arrows() {
    }

    /**
     * {@return for each package those that its classes use}
     *
     * @param root    the package that their names begin with; a dot stands for itself
     * @param classes a folder with classes
     */
    static Map<String, Set<String>> found(String root, Path classes) {
        StringWriter out = new StringWriter();
        int status = ToolProvider.findFirst("jdeps").orElseThrow().run(new PrintWriter(out), new PrintWriter(out),
            "-verbose:class", "--ignore-missing-deps", "-filter:none", outermost(root, classes).toString());
        assertEquals(0, status, out::toString);
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (String line : out.toString().lines().toList()) {
            // "   class -> class   module"
            String[] words = line.strip().split(" +");
            String from = words.length > 3 && words[1].equals("->") ? packageOf(root, words[0]) : null;
            if (from != null) {
                Set<String> used = arrows.computeIfAbsent(from, name -> new TreeSet<>());
                String to = packageOf(root, words[2]);
                if (to != null && !to.equals(from)) {
                    used.add(to);
                }
            }
        }
        return arrows;
    }

    /** A folder with a module's description would have jdeps look for all modules that the module requires. */
    private static Path outermost(String root, Path classes) {
        return classes.resolve(root.split("\\.")[0]);
    }

    /** {@return the package of a class, without the root, null if it is outside} */
    private static String packageOf(String root, String name) {
        if (!name.startsWith(root + ".")) {
            return null;
        }
        String rest = name.substring(root.length() + 1);
        int end = rest.lastIndexOf('.');
        String inner = end < 0 ? "." : rest.substring(0, end);
        return inner.equals("module-info") ? null : inner;
    }
}

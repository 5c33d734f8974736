// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The packages of a module and the packages that each may use, as a table. The classes are compared with it. A line
 * names packages of one layer, which use packages of lines before it only; or it names one package and all that it
 * uses, all of them in lines before it, and then it does use them. So there is no cycle.
 *
 * <pre>
 *   machine schedule
 *   coherence: machine
 *   mesh: machine schedule
 * </pre>
 */
public final class Layers {
    private final String root;
    private final Map<String, Set<String>> allowed = new HashMap<>();
    private final Set<String> planned = new TreeSet<>();

    /**
     * A table of layers.
     *
     * @param root the common package prefix of all names; a dot names the package itself
     */
    public Layers(String root, String table) {
        this.root = root;
        for (String line : table.strip().split("\n")) {
            String[] parts = line.strip().split(": *", 2);
            Set<String> below = parts.length == 1 ? Set.copyOf(allowed.keySet()) : words(parts[1]);
            if (!allowed.keySet().containsAll(below)) {
                throw new IllegalArgumentException("a package uses only those in lines before it: " + line);
            }
            for (String name : words(parts[0])) {
                if (allowed.put(name, below) != null) {
                    throw new IllegalArgumentException(name + " is in two lines");
                }
                if (parts.length > 1) {
                    below.forEach(used -> planned.add(name + " uses " + used));
                }
            }
        }
    }

    private static Set<String> words(String text) {
        return text.isBlank() ? Set.of() : Set.of(text.strip().split(" +"));
    }

    /** Compares the table with compiled classes. */
    public void assertHoldFor(Path classes) {
        Set<String> wrong = new TreeSet<>();
        Set<String> unused = new TreeSet<>(planned);
        for (JavaClass each : new ClassFileImporter().importPath(classes)) {
            String from = inner(each);
            if (!allowed.containsKey(from)) {
                wrong.add("package " + from + " is in no line");
                continue;
            }
            for (Dependency use : each.getDirectDependenciesFromSelf()) {
                String to = inner(use.getTargetClass().getBaseComponentType());
                if (allowed.containsKey(to) && !to.equals(from)) {
                    unused.remove(from + " uses " + to);
                    if (!allowed.get(from).contains(to)) {
                        wrong.add(from + " uses " + to + ": " + use.getDescription());
                    }
                }
            }
        }
        assertEquals(List.of(), List.copyOf(wrong), "packages of " + root + " against the table");
        assertEquals(Set.of(), unused, "in the table of " + root + ", but not in its classes");
    }

    /** {@return the package of a class without the root, the whole name outside of it} */
    private String inner(JavaClass each) {
        String name = each.getPackageName();
        return name.equals(root) ? "." : name.startsWith(root + ".") ? name.substring(root.length() + 1) : name;
    }
}

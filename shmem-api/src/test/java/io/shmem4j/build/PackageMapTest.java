// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The package map of {@code docs/design.md} has every package of every module, and no other. */
final class PackageMapTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(io\\.shmem4j[a-z0-9_.]*)` \\| `([a-z-]+)` \\| \\S.*\\|$",
        Pattern.MULTILINE);

    @Test
    void mapHasThePackagesOfAllModules() throws IOException {
        // Surefire runs in the module's folder.
        Path home = Path.of("..").toRealPath();
        Set<String> packages = packages(home);
        assertTrue(packages.contains("io.shmem4j in shmem-api"), packages::toString);
        Set<String> rows = ROW.matcher(Files.readString(home.resolve("docs/design.md"))).results()
            .map(row -> row.group(1) + " in " + row.group(2)).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), without(packages, rows), "add these packages to the table in docs/design.md");
        assertEquals(Set.of(), without(rows, packages), "these packages no longer exist; remove them from the table in "
            + "docs/design.md");
    }

    private static Set<String> packages(Path home) throws IOException {
        Set<String> packages = new TreeSet<>();
        try (Stream<Path> modules = Files.list(home)) {
            for (Path sources : modules.map(m -> m.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.endsWith("package-info.java"))
                        .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                        .forEach(name -> packages.add(name + " in " + home.relativize(sources).getName(0)));
                }
            }
        }
        return packages;
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }
}

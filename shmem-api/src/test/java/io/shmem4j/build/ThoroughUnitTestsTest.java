// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The profile {@code rest} runs unit tests of modules that say so: these are the modules with thorough ones. */
final class ThoroughUnitTestsTest {
    private static final String RUN = "<unit.tests.skip>${skipTests}</unit.tests.skip>";
    private static final String MARK = "\n@Thorough\n|\n    @(Thorough|Tag\\(\"thorough\"\\))\n";

    @Test
    void modulesWithThoroughUnitTestsRunThem() throws IOException {
        Set<String> marked = new TreeSet<>();
        Set<String> run = new TreeSet<>();
        // Surefire runs in the module's folder.
        try (Stream<Path> modules = Files.list(Path.of("..").toRealPath())) {
            for (Path module : modules.filter(each -> Files.exists(each.resolve("src/test/java"))).toList()) {
                if (isMarked(module.resolve("src/test"))) {
                    marked.add(module.getFileName().toString());
                }
                if (Files.readString(module.resolve("pom.xml")).contains(RUN)) {
                    run.add(module.getFileName().toString());
                }
            }
        }
        assertEquals(marked, run, "modules whose pom.xml has to have " + RUN);
    }

    private static boolean isMarked(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
                if (Files.readString(file).split(MARK, -1).length > 1) {
                    return true;
                }
            }
        }
        return false;
    }
}

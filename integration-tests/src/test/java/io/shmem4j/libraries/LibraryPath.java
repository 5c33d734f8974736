// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.shmem4j.testing.Oshrun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A class path as a user would write it: some programs of this module, and the jars of the libraries that they use. All
 * others of this module's programs and libraries are not on it, because they may have their PEs share no JVM.
 */
final class LibraryPath {
    private static final List<String> ALL = List.of(System.getProperty("surefire.test.class.path",
        System.getProperty("java.class.path")).split(File.pathSeparator));

    private LibraryPath() {
    }

    /**
     * {@return a class path}
     *
     * @param folder   where the programs' classes are copied to
     * @param packages the programs' packages
     * @param jars     how the names of the jars begin
     */
    static String of(Path folder, List<Class<?>> packages, String... jars) throws IOException {
        for (Class<?> each : packages) {
            String name = each.getPackageName().replace('.', '/');
            Path classes = Path.of(Oshrun.classPath(each)).resolve(name);
            Files.createDirectories(folder.resolve(name));
            try (Stream<Path> files = Files.list(classes)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.copy(file, folder.resolve(name).resolve(file.getFileName()));
                }
            }
        }
        Files.writeString(Files.createDirectories(folder).resolve("logback.xml"),
            "<configuration><root level=\"warn\"/></configuration>");
        return folder + File.pathSeparator + Arrays.stream(jars).map(LibraryPath::jars)
            .collect(Collectors.joining(File.pathSeparator));
    }

    static String jars(String name) {
        List<String> found = ALL.stream().filter(jar -> new File(jar).getName().startsWith(name)).toList();
        assertFalse(found.isEmpty(), name);
        return String.join(File.pathSeparator, found);
    }
}

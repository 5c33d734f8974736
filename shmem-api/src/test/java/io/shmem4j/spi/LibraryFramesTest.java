// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.LibraryFrames.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of frames of all modules, compared with their sources. */
class LibraryFramesTest {
    /** The home of all modules: Surefire runs in the module's folder. */
    private static final Path HOME = Path.of("..");

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(HOME)) {
            for (Path module : modules.toList()) {
                Stream.of("java", "templates").map(kind -> module.resolve(Path.of("src", "main", kind)))
                    .filter(Files::isDirectory).forEach(sources::add);
            }
        }
        return sources;
    }

    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>(LibraryFrames.OF_API.lines().toList());
        try (Stream<Path> modules = Files.list(HOME)) {
            for (Path module : modules.toList()) {
                Path table = module.resolve("src/main/resources").resolve(LibraryFrames.TABLE);
                if (Files.exists(table)) {
                    lines.addAll(Files.readAllLines(table).stream().filter(line -> !line.startsWith("#")).toList());
                }
            }
        }
        assertTrue(lines.size() > 40, lines::toString);
        return lines;
    }

    /** {@return whether a source folder has the package, the class or the method that a frame begins with} */
    private static boolean exists(Path source, String frame) throws IOException {
        int method = frame.endsWith("(") || frame.endsWith("$") && frame.contains(".lambda$") ? frame.lastIndexOf('.')
            : -1;
        String type = method < 0 ? frame : frame.substring(0, method);
        int last = type.lastIndexOf('.');
        Path folder = source.resolve(type.substring(0, last).replace('.', '/'));
        String name = type.substring(last + 1);
        if (!Files.isDirectory(folder)) {
            // All methods of a class.
            return name.isEmpty() && Character.isUpperCase(type.charAt(type.lastIndexOf('.', last - 1) + 1))
                && exists(source, type.substring(0, last));
        }
        if (name.isEmpty() || name.equals("*")) {
            return true;
        }
        String[] nested = name.split("\\$");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith(nested[0])).toList()) {
                if (method < 0 || file.endsWith(nested[0] + ".java")) {
                    String text = method < 0 ? "" : Files.readString(file);
                    String called = frame.substring(method + 1).replaceFirst("^lambda\\$(\\w+)\\$", "$1(");
                    if (method < 0 || Pattern.compile("(?<![.\\w])" + Pattern.quote(called)).matcher(text).find()
                        && Pattern.compile("\\bclass " + nested[nested.length - 1] + "\\b").matcher(text).find()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    @Test
    void namesExist() throws IOException {
        List<Path> sources = sources();
        List<String> missing = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            Role.valueOf(words[0].toUpperCase(Locale.ROOT));
            boolean found = words.length == 2;
            if (found) {
                found = false;
                for (Path source : sources) {
                    found |= exists(source, words[1]);
                }
            }
            if (!found) {
                missing.add(line);
            }
        }
        assertEquals(List.of(), missing);
    }

    /** A name that no source has is found missing. */
    @Test
    void renamedMethodsAreMissing() throws IOException {
        Path source = Path.of("src", "main", "java");
        assertTrue(exists(source, "io.shmem4j.spi.Waiter.park("));
        assertFalse(exists(source, "io.shmem4j.spi.Waiter.sleepOnIt("));
        assertFalse(exists(source, "io.shmem4j.spi.Waiters.park("));
        assertFalse(exists(source, "io.shmem4j.gone."));
        assertFalse(exists(source, "io.shmem4j.spi.Gone"));
    }

    @Test
    void classesOfAPackageAreNotThoseBelow() {
        assertTrue(LibraryFrames.is("io.shmem4j.Shmem", Role.API));
        assertTrue(LibraryFrames.is("io.shmem4j.Shmem.put(Shmem.java:1)", Role.INSIDE, Role.API));
        assertFalse(LibraryFrames.is("io.shmem4j.examples.Ring", Role.values()));
        assertFalse(LibraryFrames.is("org.example.Shmem", Role.values()));
        assertTrue(LibraryFrames.isLibrary("io.shmem4j.engine.Fault"));
    }
}

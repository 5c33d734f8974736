// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.report.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What to say of a program word that names a file that is not there. */
record FileHint(String word) {
    private static final String JAR = ".jar";
    private static final String SOURCE = ".java";

    /** {@return whether it names a file}: a class can have slashes, but then no dot behind them */
    boolean names() {
        String last = word.substring(word.lastIndexOf('/') + 1);
        return !word.endsWith(".class") && (isProgram(word) || word.startsWith("/") || word.startsWith(".")
            || !last.equals(word) && last.indexOf('.') >= 0);
    }

    private static boolean isProgram(String name) {
        return name.endsWith(JAR) || name.endsWith(SOURCE);
    }

    /** {@return the message, with the file that was meant, perhaps} */
    String text() {
        String what = word.endsWith(JAR) ? "there is no jar " : word.endsWith(SOURCE) ? "there is no source file "
            : "there is no file ";
        Path file = Path.of(word);
        if (Files.exists(file)) {
            return word + " is no jar, no source file and no class";
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || file.getFileName() == null) {
            return what + word;
        }
        if (!Files.isDirectory(folder)) {
            return what + word + ", because there is no folder " + folder;
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.map(each -> each.getFileName().toString()).filter(FileHint::isProgram).sorted()
                .toList();
            return what + word + CommandLines.mostSimilar(file.getFileName().toString(), names)
                .map(name -> "; did you mean " + file.resolveSibling(name) + "?").orElse("");
        } catch (IOException e) {
            // A folder that can't be read has no names for a hint.
            return what + word;
        }
    }
}

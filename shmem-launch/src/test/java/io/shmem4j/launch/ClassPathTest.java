// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries of class paths mean the files that they mean to {@code java}. */
class ClassPathTest {
    @TempDir
    private Path folder;

    @Test
    void jarsOfAFolderComeInTheOrderOfTheJvm() throws IOException {
        for (String name : "late early q b z a.long.name x1 x2 x3".split(" ")) {
            Files.createFile(folder.resolve(name + ".jar"));
        }
        Process java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            folder + "/*", "-XshowSettings:properties", "-version").redirectErrorStream(true).start();
        List<String> path = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
            .filter(line -> line.contains(".jar")).map(line -> line.replaceFirst("java.class.path =", ""))
            .map(String::strip).toList();
        assertEquals(path, ClassPath.files(folder + "/*").stream().map(Path::toString).toList());
    }

    @Test
    void behindALinkDotsAreAnotherFolder() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real/classes"));
        Files.createDirectories(folder.resolve("used"));
        Path link = Files.createSymbolicLink(folder.resolve("used/link"), real);
        Path lib = Files.createFile(folder.resolve("real/lib.jar"));
        String dots = link + "/../lib.jar";
        assertEquals(List.of(dots), ClassPath.entries(dots));
        Files.createFile(folder.resolve("used/lib.jar"));
        assertEquals(List.of(dots), ClassPath.entries(dots));
        assertEquals(List.of(lib.toString(), folder + "/none.jar", folder.resolve("real") + "/*"),
            ClassPath.entries(real + "/./../lib.jar:" + folder + "/x/../none.jar:" + real + "/../*"));
    }
}

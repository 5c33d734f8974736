// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.cli.NewProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Projects by installations of any kind. */
class NewProjectTest {
    @TempDir
    private Path folder;

    private String readme(Path root) throws IOException {
        Path project = folder.resolve("my-app");
        NewProject.run(List.of(project.toString()), new Installation(root, List.of(), Path.of("/jdk")));
        return Files.readString(project.resolve("README.md"));
    }

    @Test
    void anUnpackedArchiveNamesItsScriptAndNoSources() throws IOException {
        Path script = Files.createDirectories(folder.resolve("archive/bin")).resolve("oshrun");
        Files.createFile(script);
        String text = readme(folder.resolve("archive"));
        assertTrue(text.contains("    " + script + " -np 4 target/my-app.jar\n"), text);
        assertTrue(text.contains("(cd the-clone-of-shmem4j && mvn "), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "in-t", "java", "My-App", "a--b"})
    void aNameThatIsNoPackageIsRefused(String name) {
        Path project = folder.resolve(name);
        Installation installation = new Installation(null, List.of(), Path.of("/jdk"));
        List<String> words = List.of(project.toString());
        assertThrows(LaunchException.class, () -> NewProject.run(words, installation));
        assertFalse(Files.exists(project));
    }

    @Test
    void aCloneNamesItself() throws IOException {
        Path clone = Files.createDirectory(folder.resolve("clone"));
        Files.createFile(clone.resolve("oshrun"));
        Files.createFile(clone.resolve("pom.xml"));
        String text = readme(clone);
        assertTrue(text.contains("    " + clone + "/oshrun -np 4 target/my-app.jar\n"), text);
        assertTrue(text.contains("(cd " + clone + " && mvn "), text);
    }
}

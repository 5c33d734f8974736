// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of the page "Depend on it", made from its text and run by its command lines. */
@Thorough
class OwnProjectIT {
    private static final Path PAGE = Oshrun.home().resolve("docs/how-to/depend-on-it.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

    @TempDir
    Path folder;

    private static List<String> blocks(String language) throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results().filter(block -> block.group(1).equals(language))
            .map((MatchResult block) -> block.group(2)).toList();
    }

    @Test
    void thePageLeadsToARunningProject() throws Exception {
        try (LocalRepository repository = new LocalRepository(folder.resolve("repository"),
            System.getProperty("java.home"))) {
            makeAndRun(repository);
        }
    }

    private void makeAndRun(LocalRepository repository) throws Exception {
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("pom.xml"), blocks("xml").getFirst());
        Path source = project.resolve("src/main/java/com/example/Greetings.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, blocks("java").getFirst());
        List<String> lines = blocks("sh").get(1).lines().toList();
        assertTrue(lines.getFirst().startsWith("mvn "), lines::toString);
        repository.run(project, lines.getFirst().split(" "));
        int runs = 0;
        for (String line : lines.subList(1, lines.size())) {
            assertEquals(List.of("3 greetings"), oshrun(repository, project, line).expect(0).outLines(), line);
            runs++;
        }
        assertEquals(4, runs);
        // Changed sources are built again, and one that doesn't compile is reported.
        Files.writeString(source, Files.readString(source).replace("\" greetings\"", "\" new ones\""));
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 2000));
        Oshrun.Result again = oshrun(repository, project, "oshrun -np 4 --project . com.example.Greetings");
        assertEquals(List.of("3 new ones"), again.expect(0).outLines());
        assertFalse(again.err().contains("ERROR"), again::err);
    }

    private static Oshrun.Result oshrun(LocalRepository repository, Path project, String line) throws IOException {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        assertEquals("oshrun", words.removeFirst());
        try (Oshrun run = Oshrun.start(Oshrun.home().resolve("oshrun"), project, repository.environment(), words)) {
            run.write("");
            return run.await();
        }
    }
}

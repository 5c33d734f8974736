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

/** The project of the page "Depend on it", made and run by its command lines. */
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
        assertEquals("oshrun new greetings\n", blocks("sh").get(1));
        oshrun(repository, folder, "oshrun new greetings").expect(0);
        Path project = folder.resolve("greetings");
        List<String> lines = blocks("sh").get(2).lines().toList();
        assertTrue(lines.getFirst().startsWith("mvn "), lines::toString);
        repository.run(project, lines.getFirst().split(" "));
        assertEquals(2, testsRun(project), "one for each number of PEs");
        int runs = 0;
        for (String line : lines.subList(1, lines.size())) {
            String out = oshrun(repository, project, line).expect(0).out();
            assertTrue(out.matches("pi is 3\\.14159\\d*, by 4 PEs\n"), () -> line + ": " + out);
            runs++;
        }
        assertEquals(4, runs);
        // Changed sources are built again, and one that doesn't compile is reported.
        Path source = project.resolve("src/main/java/greetings/Main.java");
        Files.writeString(source, Files.readString(source).replace("\"pi is \"", "\"now it is \""));
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 2000));
        Oshrun.Result again = oshrun(repository, project, "oshrun -np 4 --project . greetings.Main");
        assertTrue(again.expect(0).out().startsWith("now it is 3.14159"), again::out);
        assertFalse(again.err().contains("ERROR"), again::err);
    }

    private static int testsRun(Path project) throws IOException {
        String report = Files.readString(project.resolve("target/surefire-reports/greetings.MainTest.txt"));
        return Integer.parseInt(report.replaceFirst("(?s).*Tests run: (\\d+), Failures: 0.*", "$1"));
    }

    private static Oshrun.Result oshrun(LocalRepository repository, Path project, String line) throws IOException {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        assertEquals("oshrun", words.removeFirst());
        return Oshrun.run(Oshrun.home().resolve("oshrun"), project, repository.environment(), words);
    }
}

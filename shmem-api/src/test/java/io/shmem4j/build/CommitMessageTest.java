// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subjects that the hook for messages of commits lets pass, and those that it refuses. */
final class CommitMessageTest {
    private static final String VERB = "the subject should begin with a verb in the imperative";
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "Keep rings small | -",
        "Pass arguments on | -",
        "Need a core of its own for each PE | -",
        "Keep a subject of seventy-two characters, because that is what fits in.. | -",
        "Keep a subject of seventy-three characters, though that is what can't be. | 73 characters",
        "Merge branch of somebody, whose name is longer than what fits in a line of seventy | -",
        "fixup! The rings | -",
        "keep rings small | a capital letter",
        "Tests: rings | a capital letter",
        "'' | a capital letter",
        "Keeps rings small | " + VERB,
        "Keeping rings small | " + VERB,
        "The rings are small | " + VERB,
        "What rings keep | " + VERB,
        "In rings nothing waits | " + VERB,
        "Launcher is small | not what is"})
    void subjects(String subject, String refusal) throws IOException, InterruptedException {
        Path message = folder.resolve("message");
        Files.writeString(message, "# a comment\n" + subject + "\n\nThe body may say anything.\n");
        Path hook = Path.of("..", ".config", "hooks", "commit-msg").toRealPath();
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder("bash", hook.toString(), message.toString()).redirectErrorStream(true)
            .redirectOutput(said.toFile()).start();
        process.waitFor(60, TimeUnit.SECONDS);
        String text = Files.readString(said);
        assertEquals(refusal == null ? 0 : 1, process.exitValue(), text);
        assertEquals(refusal != null, refusal != null && text.contains(refusal), text);
    }
}

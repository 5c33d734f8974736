// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completions that the shells offer. */
class CompletionIT {
    private static final String SCRIPT = Oshrun.home().resolve("oshrun").toString();
    private static final String CLASSES = Oshrun.home().resolve("shmem-launch/target/test-classes").toString();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--bind-to _                  | core hwthread l2cache l3cache none numa package socket user:",
        "--bind-to = l                | l2cache l3cache",
        "--backend _                  | local shm sim",
        "-np 2 --tag-out              | --tag-output",
        "--stdin a                    | all",
        "-x SHMEM_CH                  | SHMEM_CHECK SHMEM_CHECKPOINT SHMEM_CHECKPOINT_INTERVAL",
        "-x SHMEM_P                   | SHMEM_PES_PER_JVM SHMEM_PROFILE",
        "-np 2 he                     | heap heat hello",
        "-x A = 2 --with = c          | chronicle",
        "-J-Da = b:c = d --with c     | chronicle",
        "-J-Xlog : gc --stdin a       | all",
        "-cp CLASSES : /none io.shmem4j.launch.FaultP | io.shmem4j.launch.FaultProgram",
        "-np 2 warm                   | ",
        "heap d                       | dump",
        "--wdir _                     | ",
        "--info _                     | --json all",
        "--with c                     | chronicle",
        "-cp CLASSES io.shmem4j.launch.FaultP | io.shmem4j.launch.FaultProgram"})
    void candidatesAreThoseThatFit(String line, String expected) {
        List<String> words = new ArrayList<>(List.of("complete", "./oshrun"));
        Stream.of(line.strip().replace("CLASSES", CLASSES).split(" ")).map(word -> word.equals("_") ? "" : word)
            .forEach(words::add);
        List<String> found = new ArrayList<>(Oshrun.run(words).expect(0).outLines());
        found.remove("heat");
        found.remove("hello");
        found.remove("sim");
        List<String> wanted = new ArrayList<>(expected == null ? List.of() : List.of(expected.split(" ")));
        wanted.removeAll(List.of("heat", "hello", "sim"));
        assertEquals(wanted, found);
    }

    /** A person presses the tabulator key in a terminal that zsh makes; the shell there is the one that completes. */
    @ParameterizedTest
    @CsvSource({"bash --norc --noprofile -i", "zsh -f -i"})
    void theShellCompletesWhatIsTyped(String shell) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsh")) || Files.isExecutable(Path.of("/bin/zsh")),
            "there is no zsh, whose terminal the test needs");
        Path functions = Files.writeString(folder.resolve("functions"), Oshrun.run(List.of("--completion")).expect(0)
            .out());
        Path person = Files.writeString(folder.resolve("person"), """
            zmodload zsh/zpty
            zpty -e shell %s
            zpty -w shell "source %s; echo loa''ded"
            zpty -r shell seen '*loaded*'
            zpty -w -n shell $'%s --report-b\\t'
            zpty -r shell seen '*--report-bindings*'
            zpty -w -n shell $'--bind-to hw\\t'
            zpty -r shell seen '*hwthread*'
            print complete
            zpty -d shell
            """.formatted(shell, functions, SCRIPT));
        Process zsh = new ProcessBuilder("zsh", "-f", person.toString()).redirectErrorStream(true).start();
        try {
            assertTrue(zsh.waitFor(60, TimeUnit.SECONDS), "the shell does not complete");
            String said = new String(zsh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("complete", said.strip());
        } finally {
            zsh.descendants().forEach(ProcessHandle::destroyForcibly);
            zsh.destroyForcibly();
        }
    }

    @Test
    void statCompletesItsOptions() {
        assertEquals(List.of("--interval"), Oshrun.run(List.of("complete", "oshstat", "--int")).expect(0).outLines());
    }
}

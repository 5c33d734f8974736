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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion script in real shells. */
class CompletionIT {
    private static final String SCRIPT = Oshrun.home().resolve("oshrun").toString();
    private static final Path FUNCTIONS = Oshrun.home()
        .resolve("dist/src/main/share/bash-completion/completions/oshrun");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--bind-to _        | hwthread core l2cache l3cache numa package socket user: none",
        "--bind-to l        | l2cache l3cache",
        "-np 2 --tag-out    | --tag-output",
        "-np 2 --race --rep | --report-pid --report-bindings --replay",
        "-np 2 doct         | doctor",
        "heap d             | dump",
        "--wdir _           | ''",
        "Main --tag         | ''"})
    void candidatesFitTheLine(String line, String expected) throws IOException, InterruptedException {
        String script = "source " + Oshrun.quoted(List.of(FUNCTIONS.toString())) + "; COMP_WORDS=("
            + Oshrun.quoted(List.of(SCRIPT)) + " " + line.strip().replace("_", "''")
            + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _oshrun; echo ${COMPREPLY[*]}";
        Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
        assertEquals(expected, new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        assertEquals(0, bash.waitFor());
    }

    /** Types into a shell on a pseudo terminal of zsh. */
    @ParameterizedTest
    @CsvSource({"bash --norc --noprofile -i", "zsh -f -i"})
    void theShellCompletesWhatIsTyped(String shell) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsh")) || Files.isExecutable(Path.of("/bin/zsh")),
            "there is no zsh, whose terminal the test needs");
        Path person = Files.writeString(folder.resolve("person"), """
            zmodload zsh/zpty
            zpty -e shell %s
            zpty -w shell "%s source %s; echo loa''ded"
            zpty -r shell seen '*loaded*'
            zpty -w -n shell $'%s --report-b\\t'
            zpty -r shell seen '*--report-bindings*'
            zpty -w -n shell $'--bind-to hw\\t'
            zpty -r shell seen '*hwthread*'
            print complete
            zpty -d shell
            """.formatted(shell, shell.startsWith("zsh") ? "autoload bashcompinit && bashcompinit;" : "", FUNCTIONS,
                SCRIPT));
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
}

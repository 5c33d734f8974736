// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import java.util.concurrent.Callable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Command lines that the tools refuse before they start a job. */
class ToolRefusalsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cold    | barier                | there is no operation barier; use some of barrier, sync, sum",
        "cold    | --np 1                | --np is from 2 to 256, not 1",
        "cold    | --np 2,300            | --np is from 2 to 256, not 300",
        "cold    | --calls 0             | --calls is from 1 to 100000000, not 0",
        "cold    | --sizes 6             | no multiple of 4",
        "cold    | --sizes x             | --sizes",
        "cold    | --rounds 0            | --rounds is from 1 to 1000",
        "cold    | --warmup-time 0       | --warmup-time is from 1 to 600000",
        "cold    | --format osu          | there is no osu",
        "compare | collectives --np 0    | --np is from 1 to 256",
        "compare | --np 1                | --np, with the section cold, is from 2 to 256, not 1",
        "compare | cold --np 2,1         | --np, with the section cold, is from 2 to 256, not 1",
        "compare | collectives --sizes 6 | no multiple of 4",
        "compare | latency --format osu  | there is no osu",
        "compare | --calls 0             | --calls is from 1 to 100000000",
        "compare | --trials 0            | --trials is from 1 to 1000"})
    void namesWhatIsWrong(String tool, String line, String words) {
        Callable<Integer> command = tool.equals("cold") ? new ColdCommand() : new CompareCommand();
        RuntimeException refused = assertThrows(RuntimeException.class, () -> {
            new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(line.split(" "));
            command.call();
        });
        String refusal = refused instanceof ParameterException wrong ? CommandLines.problem(wrong)
            : assertInstanceOf(UsageException.class, refused).getMessage();
        assertTrue(refusal.contains(words), refusal);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
    private static String refusal(Callable<Integer> tool, String... words) {
        RuntimeException refused = assertThrows(RuntimeException.class, () -> {
            new CommandLine(tool).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
            tool.call();
        });
        if (refused instanceof ParameterException wrong) {
            return CommandLines.problem(wrong);
        }
        assertEquals(UsageException.class, refused.getClass(), refused.toString());
        return refused.getMessage();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "barier           | there is no operation barier; use some of barrier, sync, sum",
        "--np 1           | --np is from 2 to 256, not 1",
        "--np 2,300       | --np is from 2 to 256, not 300",
        "--calls 0        | --calls is from 1 to 100000000, not 0",
        "--sizes 6        | no multiple of 4",
        "--sizes x        | --sizes",
        "--rounds 0       | --rounds is from 1 to 1000",
        "--warmup-time 0  | --warmup-time is from 1 to 600000",
        "--format osu     | there is no osu"})
    void coldRefuses(String line, String words) {
        String refusal = refusal(new ColdCommand(), line.split(" "));
        assertTrue(refusal.contains(words), refusal);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "collectives --np 0       | --np is from 1 to 256",
        "collectives --sizes 6    | no multiple of 4",
        "latency --format osu     | there is no osu",
        "--calls 0                | --calls is from 1 to 100000000",
        "--trials 0               | --trials is from 1 to 1000"})
    void compareRefuses(String line, String words) {
        String refusal = refusal(new CompareCommand(), line.split(" "));
        assertTrue(refusal.contains(words), refusal);
    }
}

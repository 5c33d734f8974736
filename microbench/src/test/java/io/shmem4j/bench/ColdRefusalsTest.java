// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine;

/** Command lines that {@code bench cold} refuses before it starts a job. */
class ColdRefusalsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "barier                | there is no operation barier; use some of barrier, sync, sum",
        "--np 1                | --np is from 2 to 256, not 1",
        "--np 2,300            | --np is from 2 to 256, not 300",
        "--calls 0             | --calls is from 1 to 100000000, not 0",
        "--sizes 6             | no multiple of 4",
        "--sizes x             | --sizes",
        "--rounds 0            | --rounds is from 1 to 1000",
        "--warmup-time 0       | --warmup-time is from 1 to 600000",
        "--format osu          | there is no osu"})
    void namesWhatIsWrong(String line, String words) {
        ColdCommand command = new ColdCommand();
        RuntimeException refused = assertThrows(RuntimeException.class, () -> {
            new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(line.split(" "));
            command.call();
        });
        String refusal = refused instanceof ParameterException wrong ? CommandLines.problem(wrong)
            : assertInstanceOf(UsageException.class, refused).getMessage();
        assertTrue(refusal.contains(words), refusal);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.UsageException;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Answers to wrong command lines: status 2 and one message that says what would be right. */
@Execution(ExecutionMode.CONCURRENT)
class CommandLineIT {
    @Test
    void unknownTestGetsTheNearestName() {
        refused("did you mean latency?", 2, "latencies");
    }

    /** "bench compare" is two words, completed one after the other. */
    @Thorough
    @Test
    void shellsCompleteOneWord() {
        assertEquals(List.of("bench"), Oshrun.run(List.of("complete", "./oshrun", "ben")).expect(0).outLines());
    }

    @Thorough
    @Test
    void unknownOptionGetsTheNearestName() {
        refused("did you mean --trials?", 2, "latency", "--trails", "3");
    }

    @Thorough
    @Test
    void sizesBeyondTheHeapAreRefused() {
        refused("of symmetric heap and has", 2, "bandwidth", "--max", "1t");
    }

    @Thorough
    @Test
    void testsThatNeedTwoPesSaySo() {
        refused("needs two PEs or more", 1, "idle");
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "3 | bandwidth                                  | works with pairs of PEs",
        "2 | reduce --time never                        | one of turn, call",
        "2 | reduce --operands used                     | --operands used needs --time call",
        "2 | scan --time call --operands usd            | did you mean used",
        "2 | reduce --sizes 4,6                         | multiples of 4 bytes",
        "2 | reduce --sizes 4,x                         | --sizes",
        "2 | reduce --sizes 4 --max 8                   | instead of --min and --max",
        "1 | stream --elements 0                        | from 1 to "})
    void sizesThatCannotBeUsedSayWhatCan(int pes, String command, String words) {
        refused(words, pes, command.split(" "));
    }

    @Test
    void aWrongResultEndsTheJobWithTheElementThatDiffers() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, List.of("-cp", Oshrun.classPath(WrongResult.class,
            UsageException.class, CommandLine.class), WrongResult.class.getName()))).expect(1);
        assertTrue(result.err().contains("bench: PE 1: wrong result: put: element 3 is 5, not 7"), result::err);
    }

    @Test
    void helpListsTestsAndOptions() {
        String out = BenchJob.run(2, List.of("--help")).expect(0).out();
        assertTrue(out.contains("latency") && out.contains("--trial-time"), out);
        assertEquals(out.indexOf("Tests\n"), out.lastIndexOf("Tests\n"), "printed more than once");
    }

    @Thorough
    @Test
    void completionKnowsAllTests() throws IOException {
        String help = BenchJob.run(1, List.of("--help")).expect(0).out();
        Set<String> tests = help.lines().takeWhile(line -> !line.startsWith("Tools")).filter(line ->
            line.matches("  [a-z].*")).map(line -> line.strip().split(" ")[0]).collect(Collectors.toSet());
        String words = Files.readString(Path.of("src/main/resources/META-INF/shmem4j/completion"));
        Set<String> known = new HashSet<>(List.of(words.replaceAll("(?s).*\nbench = (.*?)\n.*", "$1").split(" ")));
        known.removeAll(List.of("compare", "report", "cold"));
        assertEquals(tests, known);
    }

    private static void refused(String words, int pes, String... command) {
        Oshrun.Result result = BenchJob.run(pes, List.of(command)).expect(2);
        assertTrue(result.err().contains(words), result::err);
        assertFalse(result.err().contains("\tat "), result::err);
        assertEquals(1, result.err().lines().filter(line -> line.startsWith("oshrun bench: ")).count(), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
    }
}

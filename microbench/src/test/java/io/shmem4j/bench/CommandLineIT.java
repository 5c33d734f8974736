// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.UsageException;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Answers to wrong command lines: status 2 and one message that says what would be right, about what is found before a
 * test begins and about what the test finds. {@code OptionsTest} has more of them.
 */
@Execution(ExecutionMode.CONCURRENT)
class CommandLineIT {
    @Test
    void unknownTestGetsTheNearestName() {
        refused("did you mean latency?", 2, "latencies");
    }

    @Thorough
    @Test
    void sizesBeyondTheHeapAreRefused() {
        refused("of symmetric heap and has", 2, "bandwidth", "--max", "1t");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"ptr", "transfer"})
    void pointersToOtherNodesAreRefused(String test) {
        SeveralMachines.assume();
        refused("which are not all on this node", Oshrun.run(Oshrun.words(2, List.of("bench", test), "--split", "2")));
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

    @Test
    void theReportIsAToolWithoutPes() {
        assertEquals("oshrun bench report: can't read /no/such/results: there is no such file\n",
            Oshrun.run(List.of("bench", "report", "/no/such/results")).expect(2).err());
        String withPes = Oshrun.inThisJvm(List.of("-np", "2", "bench", "report", "x")).expect(2).err();
        assertTrue(withPes.contains("without PEs"), withPes);
    }

    private static void refused(String words, int pes, String... command) {
        refused(words, BenchJob.run(pes, List.of(command)));
    }

    private static void refused(String words, Oshrun.Result run) {
        Oshrun.Result result = run.expect(2);
        assertTrue(result.err().contains(words), result::err);
        assertFalse(result.err().contains("\tat "), result::err);
        assertEquals(1, result.err().lines().filter(line -> line.startsWith("oshrun bench: ")).count(), result::err);
        assertEquals(1, result.err().lines().count(), result::err);
    }
}

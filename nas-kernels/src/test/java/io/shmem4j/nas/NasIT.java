// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NasIT {
    @ParameterizedTest
    @CsvSource({"1, putget, S", "2, putget, W", "3, putget, S", "8, putget, W", "32, putget, S",
        "1, direct, W", "2, direct, S", "3, direct, W", "4, direct, S", "8, direct, S", "16, direct, W",
        "1, nocopy, S", "2, nocopy, W", "3, nocopy, S", "4, nocopy, W", "16, nocopy, S"})
    void integerSortVerifies(int pes, String transfer, String npbClass) {
        NasRun.of(pes, "is", "--class", npbClass, "--transfer", transfer, "--json").verified();
    }

    @ParameterizedTest
    @CsvSource({"1, W", "2, S", "3, W", "10, S", "4, W"})
    void scalarPentadiagonalVerifiesInSlabs(int pes, String npbClass) {
        NasRun.of(pes, "sp", "--class", npbClass, "--decomposition", "slab", "--json").verified();
    }

    @ParameterizedTest
    @CsvSource({"1, W, direct", "4, W, direct", "4, W, putget", "9, S, direct", "16, S, putget", "16, W, direct"})
    void scalarPentadiagonalVerifiesInCells(int pes, String npbClass, String transfer) {
        NasRun.of(pes, "sp", "--class", npbClass, "--decomposition", "multipartition", "--transfer", transfer, "--json")
            .verified();
    }

    @ParameterizedTest
    @CsvSource({"4, S", "9, S"})
    void bothTransfersGiveTheSameBits(int pes, String npbClass) {
        assertEquals(norms(pes, npbClass, "putget"), norms(pes, npbClass, "direct"));
    }

    private static String norms(int pes, String npbClass, String transfer) {
        return norms(NasRun.of(pes, "sp", "--class", npbClass, "--decomposition", "multipartition", "--transfer",
            transfer, "--steps", "10", "--json"));
    }

    private static String norms(NasRun run) {
        String out = run.expect(0).out();
        assertTrue(out.contains("\"verified\":null"), out);
        Matcher norms = Pattern.compile("\"norms\":\"([^\"]+)\"").matcher(out);
        assertTrue(norms.find(), out);
        return norms.group(1);
    }

    @ParameterizedTest
    @CsvSource({"slab, direct", "multipartition, direct", "multipartition, putget"})
    void aSimulatedMachineGivesTheSameBits(String decomposition, String transfer) {
        String[] arguments = {"sp", "--steps", "4", "--decomposition", decomposition, "--transfer", transfer, "--json"};
        assertEquals(norms(NasRun.of(4, arguments)),
            norms(NasRun.of(List.of("--vector", "--backend", "sim"), 4, arguments)));
    }

    @Test
    void integerSortVerifiesOnASimulatedMachine() {
        NasRun.of(List.of("--backend", "sim"), 4, "is", "--json").verified();
    }

    @Test
    void aRunWithoutBoundsChecksSaysSo() {
        String out = NasRun.of(List.of("--vector", "-J-Djdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK=0"), 2, "sp",
            "--unchecked", "--json").verified().out();
        assertTrue(out.contains("\"loops\":\"vector, unchecked\""), out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recdbl", "rabenseifner", "default"})
    void reductionsCanBeChosen(String algorithm) {
        String out = NasRun.of(4, "is", "--reduction", algorithm, "--json").verified().out();
        String used = algorithm.equals("default") ? "auto" : algorithm;
        assertTrue(out.contains("\"reduction\":\"" + used + "\""), out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sp --class C", "is --class C", "sp --class C --decomposition multipartition"})
    void aTooSmallHeapIsNamedBeforeAnythingIsAllocated(String arguments) {
        NasRun run = NasRun.of(List.of("--heap-size", "8m"), 4, arguments.split(" ")).expect(2);
        assertTrue(run.err().contains("--heap-size "), run::toString);
    }

    @Test
    void theReportHasTheUsualLines() {
        String out = NasRun.of(2, "is", "--class", "S", "--timers").expect(0).out();
        for (String line : new String[] {"IS Benchmark Completed", "Class           =                        S",
            "Time in seconds = ", "Total processes =                        2", "Mop/s total     = ",
            "Operation type  =              keys ranked", "Verification    =               SUCCESSFUL", "move keys"}) {
            assertTrue(out.contains(line), () -> line + " is not in " + out);
        }
    }

    @ParameterizedTest
    @CsvSource({"is --class D", "sp --class D", "is --class X", "cg", "is --transfer pigeon", "sp --unchecked",
        "sp --decomposition multipartition", "sp --transfer putget --decomposition slab", "sp --steps 0",
        "is --reduction guess"})
    void whatCannotBeRunIsRefusedOnce(String arguments) {
        NasRun run = NasRun.of(2, arguments.split(" ")).expect(2);
        assertEquals("", run.out());
        assertEquals(1, run.err().split("nas: ", -1).length - 1, run::toString);
    }
}

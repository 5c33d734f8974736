// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class NasIT {
    private static final List<String> WAYS = Stream.of("putget", "get", "direct", "messages")
        .map(how -> "sp --transfer " + how).toList();
    private static final List<String> REHEARSALS = Stream.of("direct", "putget --steps 9", "get --steps 9")
        .map(how -> " --transfer " + how)
        .flatMap(how -> Stream.of("sp --rehearsal 20" + how, "sp --rehearsal 0" + how)).toList();
    private static final List<String> REDUCTIONS = List.of("is --reduction recdbl", "is --reduction rabenseifner",
        "is --reduction original", "is --reduction default");
    private static final List<String> BOTH_MACHINES = List.of("sp --steps 2", "sp --steps 2 --transfer putget",
        "sp --steps 2 --transfer get", "is --steps 2",
        "is --steps 2 --reduction original", "bt --steps 2", "bt --steps 2 --transfer putget");
    private static final List<String> PHASES = Stream.of("direct", "putget", "get")
        .map(how -> "sp --steps 2 --transfer " + how).toList();
    private static final List<String> NOT_REHEARSED = List.of("sp --steps 1 --rehearsal 9", "is --rehearsal 9");
    private static final List<String> SORTS_ON_OTHERS = NasRun.on("1,3,4,8,16",
        Stream.of("S", "W").flatMap(each -> sorts(each).stream()).toList());
    private static final List<String> SP_IN_CELLS = NasRun.on("1,9,16", List.of("sp --transfer putget"));
    private static final List<String> SP_FIRST_STEPS = NasRun.on("1,9,16", WAYS.stream().map(way -> way + " --steps 9")
        .toList());
    private static final List<String> SP_OF_CLASS_W = NasRun.on("9", List.of("sp --class W --transfer get",
        "sp --class W --transfer putget --steps 40", "sp --class W --transfer get --steps 40"));
    private static final List<String> RANKINGS = NasRun.on("1,5", List.of("is --rehearsal 9",
        "is --rehearsal 9 --transfer putget --class W", "is --rehearsal 9 --reduction original"));
    private static final List<String> SMALLEST_GRIDS = NasRun.on("25", List.of("sp --class W --steps 1 --rehearsal 2",
        "sp --class W --steps 1 --rehearsal 2 --transfer putget",
        "bt --class W --steps 1 --rehearsal 2 --transfer putget"));
    private static final SharedJob ONE_JVM = SharedJob.sweep(List.of(SP_IN_CELLS, SP_FIRST_STEPS,
        RANKINGS, SMALLEST_GRIDS));
    private static final SharedJob LARGE = SharedJob.sweep(List.of(SORTS_ON_OTHERS, SP_OF_CLASS_W));
    private static final SharedJob FOUR_PES = SharedJob.launched(List.of(), 4, List.of(WAYS, REHEARSALS,
        REDUCTIONS, BOTH_MACHINES));
    private static final SharedJob FOUR_SIMULATED = SharedJob.launched(List.of("--backend", "sim"), 4,
        List.of(PHASES, BOTH_MACHINES, NOT_REHEARSED));

    private static List<String> sorts(String npbClass) {
        return Stream.of("putget", "direct", "pointer", "messages --reduction messages")
            .map(how -> "is --class " + npbClass + " --transfer " + how).toList();
    }

    @Thorough
    @Test
    void integerSortVerifiesInTwoProcesses() {
        NasRun.cases(List.of(), 2, sorts("S")).expect(0).verified(sorts("S").size());
    }

    @Thorough
    @Test
    void integerSortVerifiesOnManyPes() {
        NasRun.cases(List.of(), 32, sorts("W")).expect(0).verified(sorts("W").size());
    }

    @Weekly
    @Test
    void integerSortVerifiesOnOtherNumbersOfPes() {
        LARGE.of(SORTS_ON_OTHERS).verified(SORTS_ON_OTHERS.size());
    }

    @Thorough
    @Test
    void scalarPentadiagonalVerifiesInTwoProcesses() {
        NasRun.cases(List.of("--pes-per-jvm", "2"), 4, List.of("sp --class S")).expect(0).verified(1);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"bt", "sp"})
    void cellsVerifyOnTwoNodes(String kernel) {
        SeveralMachines.assume();
        String out = Oshrun.run(Oshrun.words(4, List.of("nas", kernel, "--rehearsal", "0"), "--split", "2",
            "--heap-size", "128m")).expect(0).out();
        assertTrue(Pattern.compile("Verification += +SUCCESSFUL\n").matcher(out).find(), out);
    }

    /** Runs to the end by all transfers on four PEs. On 1, 9 and 16 one transfer does; all agree after nine steps. */
    @Thorough
    @Test
    void scalarPentadiagonalVerifiesInCells() {
        ONE_JVM.of(SP_IN_CELLS).verified(SP_IN_CELLS.size());
        List<String> norms = new ArrayList<>(norms(ONE_JVM.of(SP_FIRST_STEPS)));
        assertEquals(3 * WAYS.size(), norms.size());
        norms.addAll(norms(FOUR_PES.of(WAYS).verified(WAYS.size())));
        for (int row = 0; row < norms.size(); row += WAYS.size()) {
            assertEquals(Collections.nCopies(WAYS.size(), norms.get(row)), norms.subList(row, row + WAYS.size()));
        }
    }

    @Weekly
    @Test
    void scalarPentadiagonalOfClassWVerifiesInCells() {
        NasRun run = LARGE.of(SP_OF_CLASS_W).verified(1);
        assertEquals(norms(run).get(1), norms(run).get(2));
    }

    /** The numbers of all steps are verified once; nine steps show what the other ways would get wrong. */
    @Thorough
    @Test
    void aRehearsalLeavesTheNumbersAsTheyAre() {
        NasRun run = FOUR_PES.of(REHEARSALS).verified(2);
        List<String> norms = norms(run);
        for (int i = 0; i < norms.size(); i += 2) {
            assertEquals(norms.get(i), norms.get(i + 1));
        }
        assertEquals(norms.size() / 2, run.out().split("\"20 untimed steps of 12 x 12 x 12\"", -1).length - 1,
            run::toString);
        assertEquals(norms.size() / 2, run.out().split("\"rehearsal\":\"none\"", -1).length - 1, run::toString);
    }

    /** Rehearsed loops are those with the Vector API, where the processor is good for it. */
    @Weekly
    @Test
    void rankingsVerifyAfterARehearsal() {
        NasRun run = ONE_JVM.of(RANKINGS).verified(RANKINGS.size());
        assertEquals(RANKINGS.size(), run.out().split("\"9 untimed rankings of 65536\"", -1).length - 1, run::toString);
    }

    /** Class S has cells of three points for 16 PEs at most. */
    @Thorough
    @Test
    void theRehearsalTakesTheSmallestGridThatSuits() {
        String out = ONE_JVM.of(SMALLEST_GRIDS).out();
        assertEquals(2, out.split("\"2 untimed steps of 36 x 36 x 36\"", -1).length - 1, out);
        assertTrue(out.contains("\"2 untimed iterations of 24 x 24 x 24\""), out);
    }

    @Thorough
    @Test
    void nothingIsRehearsedOnASimulatedMachine() {
        String out = FOUR_SIMULATED.of(NOT_REHEARSED).out();
        assertEquals(NOT_REHEARSED.size(), out.split("\"rehearsal\":\"none\"", -1).length - 1, out);
    }

    private static List<String> norms(NasRun run) {
        Matcher norms = Pattern.compile("\"values\":\"([^\"]+)\"").matcher(run.expect(0).out());
        return norms.results().map(found -> found.group(1)).toList();
    }

    @Thorough
    @Test
    void aSimulatedMachineGivesTheSameBits() {
        NasRun simulated = FOUR_SIMULATED.of(BOTH_MACHINES).verified(2);
        assertEquals(BOTH_MACHINES.size(), norms(simulated).size());
        assertEquals(norms(FOUR_PES.of(BOTH_MACHINES)), norms(simulated));
        assertTrue(simulated.out().contains("\"verified\":null"), simulated::toString);
    }

    /** A chip without coherent caches, all of its cores: the same keys, in times that do not vary. */
    @Thorough
    @Test
    void keysAreSortedOnASimulatedScc() {
        List<String> machine = List.of("--backend", "sim", "--machine", "scc", "--heap-size", "8m");
        List<String> cases = List.of("is --steps 1", "is --transfer putget --steps 1");
        NasRun run = NasRun.cases(machine, 48, cases).expect(0).verified(2);
        assertEquals(seconds(run).getFirst(), seconds(NasRun.cases(machine, 48, cases.subList(0, 1))).getFirst());
    }

    /**
     * A get takes as long as the same copy through a pointer if calls cost nothing and loops do not prefetch. Each runs
     * in a job of its own, because a second run in one job finds its lines in other caches.
     */
    @Thorough
    @Test
    void callsAndPlainCopiesAreWhatPointersSpareOnASimulatedMachine() {
        List<String> cases = List.of("sp --steps 1 --transfer get", "sp --steps 1 --transfer direct");
        List<Double> free = cases.stream()
            .map(line -> seconds(NasRun.cases(List.of("--backend", "sim"), 4, List.of(line))).getFirst()).toList();
        assertEquals(free.get(0), free.get(1), 1e-8);
        List<Double> charged = seconds(NasRun.cases(List.of("--backend", "sim", "--sim-profile", "gasnet"), 4, cases));
        assertTrue(charged.get(0) > charged.get(1) + 5e-6, charged + " and " + free);
    }

    @Thorough
    @Test
    void theLibrarysOwnReductionCostsWhatTheProfileSays(@TempDir Path folder) throws IOException {
        double[] seconds = new double[3];
        for (int micros = 0; micros < seconds.length; micros++) {
            Path profile = folder.resolve(micros + ".json");
            Files.writeString(profile, "{\"name\": \"mine\", \"title\": \"Mine\", \"callNs\": 0, \"pointerNs\": 0,"
                + "\"prefetchLoops\": \"none\", \"reducedNumberNs\": " + 1000 * micros + "}");
            seconds[micros] = seconds(NasRun.cases(List.of("--backend", "sim", "--sim-profile", profile.toString()), 2,
                List.of("is --steps 3 --reduction original"))).getFirst();
        }
        double one = seconds[1] - seconds[0];
        assertTrue(one > 1e-3, Arrays.toString(seconds));
        assertEquals(one, seconds[2] - seconds[1], 0.01 * one);
    }

    private static List<Double> seconds(NasRun run) {
        Matcher seconds = Pattern.compile("\"seconds\":([^,]+),\"pes\"").matcher(run.expect(0).out());
        return seconds.results().map(found -> Double.valueOf(found.group(1))).toList();
    }

    @Thorough
    @Test
    void aProgramWithoutTheVectorApiIsToldHowToGetIt() {
        String refusal = Oshrun.run(Oshrun.words(1, List.of(NasCases.class.getName(), "ep"), "-cp", NasRun.classPath()))
            .expect(0).out();
        assertTrue(refusal.matches("refused: .*jdk\\.incubator\\.vector.* --vector\\R"), refusal);
    }

    /** SP's cells are of one size, so its phases have equal work. */
    @Thorough
    @Test
    void phasesHaveTheirWorkOnASimulatedMachine() {
        for (String line : FOUR_SIMULATED.of(PHASES).out().lines().toList()) {
            assertTrue(line.contains("\"machine\":\"simulated\""), line);
            double solve = mean(line, "x solve");
            assertEquals(solve, mean(line, "z solve"), 1e-3 * solve, line);
            assertTrue(mean(line, "rhs") > 0.9 * solve && solve > 0, line);
            assertTrue(mean(line, "exchange") > 0, line);
        }
    }

    private static double mean(String line, String phase) {
        Matcher mean = Pattern.compile("\"" + phase + "\":\\{\"mean\":([^,]+)").matcher(line);
        assertTrue(mean.find(), line);
        return Double.parseDouble(mean.group(1));
    }

    @Thorough
    @Test
    void reductionsCanBeChosen() {
        NasRun run = FOUR_PES.of(REDUCTIONS).verified(REDUCTIONS.size());
        for (String used : new String[] {"recdbl", "rabenseifner", "original", "auto"}) {
            assertTrue(run.out().contains("\"reduction\":\"" + used + "\""), run::toString);
        }
    }

    @Thorough
    @Test
    void aTooSmallHeapIsNamedBeforeAnythingIsAllocated() {
        NasRun run = NasRun.cases(List.of("--heap-size", "8m"), 4, List.of("sp --class C", "is --class C",
            "sp --class C --transfer get", "bt --class C --transfer putget")).expect(0);
        assertEquals(4, run.out().split("refused: .*--heap-size ", -1).length - 1, run::toString);
        NasRun simulated = NasRun.cases(List.of("--backend", "sim", "--heap-size", "64m"), 4,
            List.of("sp --class B --steps 1")).expect(0);
        assertTrue(simulated.out().matches("refused: .*--heap-size 9[0-9]m\\R"), simulated::toString);
    }

    @Thorough
    @Test
    void theReportHasTheUsualLines() {
        String out = NasRun.of(2, "is", "--class", "S", "--timers", "--rehearsal", "0").expect(0).out();
        for (String line : new String[] {"IS Benchmark Completed", "Class           =                        S",
            "Time in seconds = ", "Total processes =                        2", "Mop/s total     = ",
            "Operation type  =              keys ranked", "Verification    =               SUCCESSFUL",
                "move keys"}) {
            assertTrue(out.contains(line), () -> line + " is not in " + out);
        }
    }

    @Thorough
    @Test
    void whatCannotBeRunIsRefusedByEveryPe() {
        List<String> cases = List.of("is --class D", "is --class X", "is --transfer pigeon", "sp --transfer putget",
            "sp --transfer pointer", "sp --steps 0", "sp --unchecked", "is --reduction guess", "bt --transfer get");
        NasRun run = NasRun.cases(List.of(), 2, cases).expect(0);
        assertEquals(cases.size(), run.out().split("refused: ", -1).length - 1, run::toString);
        assertTrue(run.out().contains("try -np 1 or 4"), run::toString);
    }

    @Thorough
    @Test
    void aRefusalNamesWhatWorks() {
        NasRun.refusals(1, "is --class D | D would need 24 GiB", "is --class Q | known: S, W, A, B, C, D",
            "is --reduction no | default, original", "is --warmup 3000000000 | from 0 to 999999999");
        NasRun.refusals(2, "sp --transfer putget | try -np 1 or 4", "bt | try -np 1 or 4");
        NasRun.refusals(12, "sp --transfer get | -np 9 or 16");
        NasRun.refusals(25, "sp | try -np 16");
    }

    /** The rehearsal of FT has lines twice as long as class S, which needs 5 MiB. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"0, 0, ''", "1, 2, this needs 9 MiB of symmetric heap"})
    void theHeapHasRoomForTheRehearsalToo(String rehearsal, int status, String told) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(1, List.of("nas", "ft", "--rehearsal", rehearsal), "--heap-size",
            "7m")).expect(status);
        assertTrue(result.err().contains(told), result::err);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"--help, '  cg '", "sp --class W -h, '  --rehearsal '"})
    void helpIsPrintedOnce(String arguments, String told) {
        NasRun run = NasRun.of(2, arguments.split(" ")).expect(0);
        assertEquals("", run.err());
        assertEquals(1, run.out().split(told, -1).length - 1, run::toString);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"sp --transfer get", "qq"})
    void aRefusalIsToldOnce(String arguments) {
        NasRun run = NasRun.of(2, arguments.split(" ")).expect(2);
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().filter(line -> line.startsWith("oshrun nas: ")).count(), run::toString);
    }
}

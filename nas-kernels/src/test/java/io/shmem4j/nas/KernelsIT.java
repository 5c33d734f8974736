// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The kernels that are made of iterations and have two transfers. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class KernelsIT {
    private static final List<String> KERNELS = List.of("bt", "ep", "cg", "mg", "ft", "lu", "dt --graph bh",
        "dt --graph wh", "dt --graph sh");

    private static final List<String> REHEARSED = both("W").stream().map(line -> line + " --rehearsal 3").toList();
    private static final List<String> ON_SEVEN_AND_EIGHT = NasRun.on("7,8", both("S"));
    private static final List<String> ON_ONE_AND_FOUR =
        NasRun.on("1,4", both("S").stream().filter(line -> line.endsWith("putget")).toList());
    private static final List<String> BT_IN_CELLS = Stream.of("4 bt --class S", "9 bt --class S")
        .map(line -> line + " --transfer putget").toList();
    private static final List<String> BT_OF_CLASS_W_IN_CELLS = List.of("4 bt --class W --transfer putget");
    private static final List<String> IN_PENCILS = pencils("4", "S");
    private static final List<String> IN_MORE_PENCILS = pencils("6,9,16,36", "S");
    private static final List<String> OF_CLASS_W_IN_PENCILS = pencils("8", "W");
    private static final SharedJob CELLS_AND_PENCILS = SharedJob.sweep(List.of(BT_IN_CELLS, IN_MORE_PENCILS));
    private static final SharedJob ONE_JVM = SharedJob.sweep(List.of(ON_SEVEN_AND_EIGHT, ON_ONE_AND_FOUR,
        BT_OF_CLASS_W_IN_CELLS, OF_CLASS_W_IN_PENCILS));

    private static List<String> both(String npbClass) {
        List<String> cases = new ArrayList<>();
        for (String kernel : KERNELS) {
            for (String transfer : new String[] {"direct", "putget"}) {
                cases.add(kernel + " --class " + npbClass + " --transfer " + transfer);
            }
        }
        return cases;
    }

    @Weekly
    @Test
    void classSVerifiesOnTwoPesInProcesses() {
        List<String> cases = both("S");
        transfersGiveTheSameBits(10, NasRun.cases(List.of(), 2, cases).expect(0).verified(cases.size()));
    }

    @Thorough
    @Test
    void classSVerifiesOnThreePesInOneJvm() {
        List<String> cases = both("S");
        transfersGiveTheSameBits(10, NasRun.cases(List.of(), 3, cases).expect(0).verified(cases.size()));
    }

    @Weekly
    @Test
    void classSVerifiesOnOtherNumbersOfPes() {
        transfersGiveTheSameBits(20, ONE_JVM.of(ON_SEVEN_AND_EIGHT).verified(ON_SEVEN_AND_EIGHT.size()));
        ONE_JVM.of(ON_ONE_AND_FOUR).verified(ON_ONE_AND_FOUR.size());
    }

    /** Square numbers of PEs send messages between cells. */
    @Thorough
    @Test
    void blockTridiagonalVerifiesInCells() {
        inCells(BT_IN_CELLS.size(), CELLS_AND_PENCILS.of(BT_IN_CELLS));
    }

    @Weekly
    @Test
    void blockTridiagonalOfClassWVerifiesInCells() {
        inCells(1, ONE_JVM.of(BT_OF_CLASS_W_IN_CELLS));
    }

    private static void inCells(int results, NasRun run) {
        decomposed("multipartition", results, run);
    }

    private static void decomposed(String decomposition, int results, NasRun run) {
        assertEquals(results, run.verified(results).out().split("\"decomposition\":\"" + decomposition, -1).length - 1,
            run::toString);
    }

    private static List<String> pencils(String numbers, String npbClass) {
        return NasRun.on(numbers, Stream.of("direct", "putget").map(transfer -> "lu --decomposition pencil --class "
            + npbClass + " --transfer " + transfer).toList());
    }

    private static void inPencils(int results, NasRun run) {
        decomposed("pencil", results, run.expect(0));
        transfersGiveTheSameBits(results, run);
    }

    @Test
    void relaxationVerifiesInPencils() {
        inPencils(IN_PENCILS.size(), NasRun.sweep(IN_PENCILS));
    }

    /** Some of 36 PEs have one point of a line, so layers come from two PEs on a side. */
    @Thorough
    @Test
    void relaxationVerifiesInPencilsOfFewPoints() {
        inPencils(IN_MORE_PENCILS.size(), CELLS_AND_PENCILS.of(IN_MORE_PENCILS));
    }

    @Weekly
    @Test
    void relaxationOfClassWVerifiesInPencils() {
        inPencils(OF_CLASS_W_IN_PENCILS.size(), ONE_JVM.of(OF_CLASS_W_IN_PENCILS));
    }

    private static void transfersGiveTheSameBits(int results, NasRun run) {
        // The others have sums by the library in their steps or at their end, which may add up in another order.
        Matcher found = Pattern.compile("\"benchmark\":\"(?:BT|DT|LU).*\"values\":\"([^\"]+)\"").matcher(run.out());
        List<String> values = found.results().map(each -> each.group(1)).toList();
        assertEquals(results, values.size());
        for (int i = 0; i < values.size(); i += 2) {
            assertEquals(values.get(i), values.get(i + 1), run::toString);
        }
    }

    @Weekly
    @Test
    void classWVerifiesAfterARehearsal() {
        NasRun run = NasRun.cases(List.of(), 3, REHEARSED).expect(0).verified(REHEARSED.size());
        assertEquals(REHEARSED.size(), run.out().split("\"3 untimed iterations of ", -1).length - 1, run::toString);
    }

    @Thorough
    @Test
    void simulatedMachinesRunSomeSteps() {
        List<String> cases = new ArrayList<>();
        both("S").forEach(line -> cases.add(line + " --steps 1 --rehearsal 9"));
        NasRun run = NasRun.cases(List.of("--backend", "sim"), 3, cases).expect(0);
        assertEquals(cases.size(), run.out().split("\"verified\":null", -1).length - 1, run::toString);
        assertEquals(cases.size(), run.out().split("\"rehearsal\":\"none\"", -1).length - 1, run::toString);
        assertEquals(cases.size(), run.out().split("\"machine\":\"simulated\"", -1).length - 1, run::toString);
    }

    /** Three PEs are no square, which SP needs for messages. */
    @Thorough
    @Test
    void allRunsTheNineAndLeavesOutWhatCannotBeRun() {
        NasRun run = NasRun.of(3, "all", "--transfer", "putget", "--rehearsal", "0").expect(0);
        assertEquals(8, run.out().split("\\| successful ", -1).length - 1, run::toString);
        assertTrue(run.out().contains("| SP     | messages between cells of SP"), run::toString);
    }

    @Thorough
    @Test
    void aTooSmallHeapIsNamedBeforeAnythingIsAllocated() {
        List<String> cases = List.of("ft --class C", "ft --class B --transfer putget", "cg --class C --transfer putget",
            "mg --class C",
            "lu --class D", "dt --class D --graph sh");
        NasRun run = NasRun.cases(List.of("--heap-size", "1m"), 2, cases).expect(0);
        assertEquals(cases.size(), run.out().split("refused: .*--heap-size ", -1).length - 1, run::toString);
    }

    @Thorough
    @Test
    void aTooSmallJavaHeapIsNamedToo() {
        List<String> cases = List.of("cg --class D", "mg --class D", "ft --class C", "cg --class C");
        NasRun run = NasRun.cases(List.of("-J-Xmx64m"), 1, cases).expect(0);
        assertEquals(cases.size(), run.out().split("refused: .*-J-Xmx", -1).length - 1, run::toString);
    }

    /** One job, because each line takes the time of a start alone. */
    @Test
    void aRefusalNamesWhatWorks() {
        NasRun.refusals(1, "ep --class Q | known: S, W, A, B, C, D",
            "ep --steps 0 | has 1 to 16", "ep --steps 17 | has 1 to 16", "is --steps 0 | has 1 to 10",
            "is --steps 11 | has 1 to 10", "ep --transfer get | PUTGET, DIRECT",
            "ep --rehearsal few | no whole number", "ep --warmup -1 | no whole",
            "cg --steps 16 | has 1 to 15",
            "mg --steps 5 | has 1 to 4", "ft --class D | S, W, A, B and C",
            "ft --steps 7 | has 1 to 6", "lu --steps 51 | has 1 to 50", "dt --graph tree | BH, WH, SH",
            "dt --steps 6 | has 1 to 5", "lu --graph bh | --graph", "ep --reduction flat | --reduction",
            "bt --decomposition slab | --decomposition");
    }
}

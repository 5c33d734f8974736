// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The kernels that are made of iterations and have two transfers. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class KernelsIT {
    private static final List<String> KERNELS = List.of("ep", "cg", "mg", "ft", "lu", "dt --graph bh",
        "dt --graph wh", "dt --graph sh");

    private static final List<String> REHEARSED = both("W").stream().map(line -> line + " --rehearsal 3").toList();
    private static final List<String> ON_SEVEN_AND_EIGHT = NasRun.on("7,8", both("S"));
    private static final List<String> ON_ONE_AND_FOUR =
        NasRun.on("1,4", both("S").stream().filter(line -> line.endsWith("putget")).toList());
    private static final List<String> BT = byBoth("1,4,9", "bt --class S");
    private static final List<String> BT_OF_CLASS_W = byBoth("4", "bt --class W");
    private static final List<String> LU = byBoth("4", "lu --class S");
    private static final List<String> LU_ON_MANY = byBoth("6,9,16,36", "lu --class S");
    private static final List<String> LU_OF_CLASS_W = byBoth("8", "lu --class W");
    private static final SharedJob CELLS_AND_PENCILS = SharedJob.sweep(List.of(BT, LU_ON_MANY));
    private static final SharedJob ONE_JVM = SharedJob.sweep(List.of(ON_SEVEN_AND_EIGHT, ON_ONE_AND_FOUR,
        BT_OF_CLASS_W, LU_OF_CLASS_W));

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
        transfersGiveTheSameBits(8, NasRun.cases(List.of(), 2, cases).expect(0).verified(cases.size()));
    }

    @Thorough
    @Test
    void classSVerifiesOnThreePesInOneJvm() {
        List<String> cases = both("S");
        transfersGiveTheSameBits(8, NasRun.cases(List.of(), 3, cases).expect(0).verified(cases.size()));
    }

    @Weekly
    @Test
    void classSVerifiesOnOtherNumbersOfPes() {
        transfersGiveTheSameBits(16, ONE_JVM.of(ON_SEVEN_AND_EIGHT).verified(ON_SEVEN_AND_EIGHT.size()));
        ONE_JVM.of(ON_ONE_AND_FOUR).verified(ON_ONE_AND_FOUR.size());
    }

    private static List<String> byBoth(String numbers, String kernel) {
        return NasRun.on(numbers, List.of(kernel + " --transfer direct", kernel + " --transfer putget"));
    }

    private static void verified(List<String> cases, NasRun run) {
        transfersGiveTheSameBits(cases.size(), run.expect(0).verified(cases.size()));
    }

    @Thorough
    @Test
    void blockTridiagonalVerifiesOnSquares() {
        verified(BT, CELLS_AND_PENCILS.of(BT));
    }

    @Weekly
    @Test
    void blockTridiagonalOfClassWVerifies() {
        verified(BT_OF_CLASS_W, ONE_JVM.of(BT_OF_CLASS_W));
    }

    @Test
    void relaxationVerifies() {
        verified(LU, NasRun.sweep(LU));
    }

    /** Some of 36 PEs have one point of a line, so layers come from two PEs on a side. */
    @Thorough
    @Test
    void relaxationVerifiesWithFewPointsForEachPe() {
        verified(LU_ON_MANY, CELLS_AND_PENCILS.of(LU_ON_MANY));
    }

    @Weekly
    @Test
    void relaxationOfClassWVerifies() {
        verified(LU_OF_CLASS_W, ONE_JVM.of(LU_OF_CLASS_W));
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
            "dt --steps 6 | has 1 to 5", "lu --graph bh | --graph", "ep --reduction flat | --reduction");
    }
}

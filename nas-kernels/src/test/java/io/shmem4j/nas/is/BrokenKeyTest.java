// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** One PE in this JVM. */
class BrokenKeyTest {
    private static final double TESTED = IsProblem.TESTS * IsProblem.ITERATIONS;

    private static IsProblem problem(NpbClass npbClass) {
        return IsProblem.of(npbClass, BucketReduction.by(CollectiveOptions.environment()));
    }

    private static double[] ranked(Ranking ranking, int first) {
        for (int iteration = first; iteration <= IsProblem.ITERATIONS; iteration++) {
            ranking.step(iteration);
        }
        return ranking.verified(IsProblem.ITERATIONS, ranking.finish());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GET")
    void oneWrongKeyFailsVerification(Transfer transfer) {
        IsProblem problem = problem(NpbClass.S);
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            KernelHeap heap = new KernelHeap(shmem);
            Ranking ranking = new Ranking(heap, problem, transfer, new PhaseTimers(shmem, Phase.values()));
            double[] right = ranked(ranking, 1);
            assertEquals(TESTED, right[0]);
            assertTrue(problem.right(right));
            int middle = ranking.keys.length / 2;
            ranking.reset();
            ranking.keys[middle] = ranking.keys[middle] < ranking.keys.length / 2 ? problem.maxKey() - 1 : 0;
            double[] wrong = ranked(ranking, 1);
            assertNotEquals(TESTED, wrong[0]);
            assertFalse(problem.right(wrong));
            heap.free();
            assertEquals(before, shmem.heapStats());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, IsProblem.ITERATIONS - 1})
    void aRankingThatIsMissingFailsVerification(int last) {
        IsProblem problem = problem(NpbClass.S);
        try (Shmem shmem = Shmem.init()) {
            KernelHeap heap = new KernelHeap(shmem);
            Ranking ranking = new Ranking(heap, problem, Transfer.DIRECT, new PhaseTimers(shmem, Phase.values()));
            ranking.reset();
            for (int iteration = 1; iteration <= last; iteration++) {
                ranking.step(iteration);
            }
            double[] values = ranking.verified(last + 1, ranking.finish());
            assertArrayEquals(new double[] {IsProblem.TESTS * last, IsProblem.TESTS * (last + 1), 1}, values);
            assertFalse(problem.right(values));
            heap.free();
        }
    }

    /** More keys than a heap has room for. */
    @Test
    void aRefusedClassAllocatesNothing() {
        IsProblem small = problem(NpbClass.S);
        IsProblem large = new IsProblem(NpbClass.S, small.reduction(), small.loops(), 30, 11, 9, small.tests());
        KernelCommand command = new KernelCommand("", (npbClass, given) -> large, "", IsProblem.options());
        CommandLines.read(new CommandLine(command.spec()), "--class", "S");
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            String message = assertThrows(UsageException.class, () -> command.run(shmem)).getMessage();
            assertTrue(message.startsWith("this needs 4097 MiB of symmetric heap"), message);
            assertEquals(before, shmem.heapStats());
        }
    }

    /** Rankings change some keys, which a run from the first state on must find as they were. */
    @Test
    void resetGoesBackToTheFirstState() {
        IsProblem problem = problem(NpbClass.S);
        try (Shmem shmem = Shmem.init()) {
            KernelHeap heap = new KernelHeap(shmem);
            Ranking ranking = new Ranking(heap, problem, Transfer.DIRECT, new PhaseTimers(shmem, Phase.values()));
            int[] keys = ranking.keys.clone();
            ranked(ranking, 3);
            ranking.reset();
            assertArrayEquals(keys, ranking.keys);
            heap.free();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GET")
    void theMemoryOfARehearsalIsGivenBack(Transfer transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertEquals("2 untimed rankings of 65536", Measured.rehearsed(shmem,
                problem(NpbClass.S).rehearsal(problem(NpbClass.A)), transfer, 2));
            assertEquals(before, shmem.heapStats());
        }
    }
}

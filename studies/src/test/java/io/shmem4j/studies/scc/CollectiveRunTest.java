// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collectives against what an independent simulation gave; every run checks its numbers itself. */
class CollectiveRunTest {
    private final MeshMachine machine = MeshMachine.load("scc");
    private final CollectiveRun run = new CollectiveRun(machine, MeshOptions.STANDARD, 48);

    @ParameterizedTest
    @CsvSource({"ALLREDUCE, 552, 1768.1 1414.4 857.9 670.8 606.4", "ALLREDUCE, 574, 1983.0 1629.2 1072.8 670.7 606.2",
        "ALLREDUCE, 576, 1350.4 1106.4 549.9 549.9 547.1", "ALLREDUCE, 600, 1530.2 1297.3 740.8 696.6 627.2",
        "ALLREDUCE, 700, 1863.8 1485.5 929.0 714.9 648.3", "ALLREDUCE, 1, 77.7 72.1 36.6",
        "REDUCE_SCATTER, 553, 851.6 747.2 468.9", "REDUCE_SCATTER, 576, 683.7 561.7 283.4",
        "BROADCAST, 575, 1038.0 857.3 561.3 396.6", "BROADCAST, 10, 50.9 48.1 30.3",
        "REDUCE, 600, 880.6 762.4 466.4 429.5", "ALLGATHER, 553, 4959.6 3144.4 2866.1",
        "ALLTOALL, 552, 14214.9 7479.6 7195.4"})
    void timesOfCalls(Operation operation, int count, String expected) {
        String[] times = expected.split(" ");
        for (int i = 0; i < times.length; i++) {
            double time = Double.parseDouble(times[i]);
            assertEquals(time, run.micros(operation, Stack.values()[i], count), 0.005 * time,
                Stack.values()[i].title());
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 0.48", "4, 0.97", "8, 1.51", "16, 2.12", "32, 2.65", "48, 3.23"})
    void timesOfBarriers(int cores, double expected) {
        double time = new CollectiveRun(machine, MeshOptions.STANDARD, cores).micros(Operation.BARRIER, Stack.BLOCKING,
            1);
        assertEquals(expected, time, 0.012, "cores of a tile wait for each other, which depends on who comes first");
    }

    /** Any number of cores and of numbers; wrong sums would be an exception. */
    @Test
    void everyOperationIsRightForOddNumbers() {
        for (int cores : new int[] {2, 3, 5, 47}) {
            CollectiveRun some = new CollectiveRun(machine, MeshOptions.STANDARD, cores);
            for (Operation operation : Operation.values()) {
                for (Stack stack : operation.stacks()) {
                    for (int count : new int[] {1, cores + 1, 1005}) {
                        assertTrue(some.micros(operation, stack, count) > 0);
                    }
                }
            }
        }
        assertTrue(run.micros(Operation.ALLREDUCE, Stack.MPB_DIRECT, 48 * 600) > 0, "several turns");
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "3, 3", "4, 4", "5, 4 1", "11, 8 3", "12, 12", "13, 12 1", "552, 552", "553, 552 1",
        "1004, 1004", "1005, 1004 1", "2009, 1004 1004 1"})
    void piecesOfAMessage(int count, String expected) {
        int[] pieces = expected.isEmpty() ? new int[0]
            : Arrays.stream(expected.split(" ")).mapToInt(Integer::parseInt).toArray();
        assertArrayEquals(pieces, Endpoint.pieces(machine, count));
    }

    @ParameterizedTest
    @CsvSource({"552, 35, 11, 12, 11", "575, 58, 11, 12, 11", "576, 12, 12, 12, 12", "600, 36, 12, 13, 12"})
    void blocksOfAVector(int count, int first, int others, int balancedFirst, int balancedLast) {
        Blocks unbalanced = Blocks.firstLongest(count, 48);
        Blocks balanced = Blocks.balanced(count, 48);
        assertEquals(first, unbalanced.count(0));
        assertEquals(others, unbalanced.count(47));
        assertEquals(balancedFirst, balanced.count(0));
        assertEquals(balancedLast, balanced.count(47));
        assertEquals(count, unbalanced.from(48));
        assertEquals(count, balanced.from(48));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collectives against what an independent simulation gave; every run checks its numbers itself. */
@Thorough
class CollectiveRunTest {
    private final MeshMachine machine = MeshMachine.load("scc");
    private final CollectiveRun run = new CollectiveRun(machine, MeshOptions.STANDARD, 48);

    /** Results of an independent simulation: flags that are seen at once, dearer calls, caches and additions. */
    @ParameterizedTest
    @CsvSource({"ALLREDUCE, 576, 1350.4 1106.4 549.9 549.9 547.1", "ALLREDUCE, 1, 77.7 72.1 36.6",
        "REDUCE_SCATTER, 576, 683.7 561.7 283.4", "BROADCAST, 576, 751.3 626.6 330.6 330.6",
        "REDUCE, 576, 766.4 641.7 345.7 345.7", "ALLGATHER, 600, 5180.9 3287.6 3009.4",
        "ALLTOALL, 552, 14214.9 7479.6 7195.4"})
    void timesOfCalls(Operation operation, int count, String expected) throws IOException {
        MeshMachine slower;
        try (var file = MeshMachine.class.getResourceAsStream("/io/shmem4j/sim/machine/scc.json")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"l1WriteNs\": 15", "\"l1WriteNs\": 45").replace("\"reduceNs\": 16.9", "\"reduceNs\": 30");
            slower = (MeshMachine) MachineFile.parse("slower", new StringReader(text));
        }
        CollectiveRun independent = new CollectiveRun(slower, MeshOptions.STANDARD.seeing(), 48,
            new LayerTimes(0, 5_000_000, 4_540_000, 1_580_000, 0, 0));
        String[] times = expected.split(" ");
        for (int i = 0; i < times.length; i++) {
            double time = Double.parseDouble(times[i]);
            assertEquals(time, independent.micros(operation, Stack.values()[i], count), 0.005 * time,
                Stack.values()[i].title());
        }
    }

    /** Published gains, which the costs of messages and rounds are calibrated to, are within a quarter. */
    @Test
    void gainsThatAreCalibrated() {
        double[] times = new double[4];
        for (int i = 0; i < times.length; i++) {
            times[i] = run.micros(Operation.ALLREDUCE, Stack.values()[i], 552);
        }
        assertEquals(1.25, times[0] / times[1], 0.0625);
        assertEquals(1.65, times[1] / times[2], 0.1625);
        assertEquals(1.28, times[2] / times[3], 0.07);
    }

    /** A line that is not full is a piece of its own, whose call each side pays. */
    @Test
    void aPaddedLineIsACall() {
        CollectiveRun pair = new CollectiveRun(machine, MeshOptions.STANDARD, 2);
        CollectiveRun free = new CollectiveRun(machine, MeshOptions.STANDARD, 2, LayerTimes.NONE);
        double whole = LayerTimes.PUBLISHED.round() * 1e-6;
        double call = LayerTimes.PUBLISHED.iRcce() * 1e-6;
        double[] calls = IntStream.of(24, 22).mapToDouble(count ->
            pair.micros(Operation.REDUCE_SCATTER, Stack.I_RCCE, count)
                - free.micros(Operation.REDUCE_SCATTER, Stack.I_RCCE, count)).toArray();
        assertEquals(whole + 2 * call, calls[0], call / 2);
        assertEquals(whole + 4 * call, calls[1], call);
    }

    /** Any number of cores and of numbers; wrong sums would be an exception. */
    @Test
    void everyOperationIsRightForOddNumbers() {
        for (int cores : new int[] {2, 3, 19}) {
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

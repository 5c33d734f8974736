// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;
import io.shmem4j.nas.cfd.cells.DecompositionKind;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.Transfer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One PE in this JVM. */
class BlockTridiagonalTest {
    private static final int POINTS = 20;

    @ParameterizedTest
    @CsvSource({"SLAB, DIRECT", "SLAB, PUTGET", "MULTIPARTITION, DIRECT", "MULTIPARTITION, PUTGET"})
    void aSlightlyWrongTimeStepFailsVerification(DecompositionKind kind, Transfer transfer) {
        BtProblem problem = BtProblem.of(NpbClass.S, kind);
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertTrue(problem.right(Measured.values(shmem, problem, transfer)));
            BtProblem wrong = new BtProblem(NpbClass.S, kind, problem.n(), problem.steps(), problem.dt() * (1 + 1e-6),
                problem.references());
            assertFalse(wrong.right(Measured.values(shmem, wrong, transfer)));
            assertEquals(before, shmem.heapStats());
        }
    }

    /** Lines along z, all of which begin in one row of points along x. */
    @Test
    void bothLoopsComputeTheSame() {
        try (Shmem shmem = Shmem.init()) {
            FlowLayout layout = FlowLayout.ofPlanes(POINTS);
            FlowConstants c = new FlowConstants(POINTS, 0.01);
            long bytes = 2 * BlockLines.bytes(POINTS) + 2L * POINTS * layout.line + 4096;
            SymmetricDoubles memory = shmem.allocateDoubles(bytes / Double.BYTES, FlowLayout.CACHE_LINE);
            Workspace workspace = new Workspace(memory.local());
            PlaneTable u = new PlaneTable(POINTS);
            PlaneTable right = new PlaneTable(POINTS);
            for (int k = 0; k < POINTS; k++) {
                u.address[k] = workspace.piece(layout.line);
                right.address[k] = workspace.piece(layout.line);
            }
            double[] scalar = solved(new ScalarBlockLines(workspace, layout, c, POINTS), 1, layout, u, right);
            double[] vector = solved(new VectorBlockLines(workspace, layout, c, POINTS), VectorBlockLines.LANES, layout,
                u, right);
            assertArrayEquals(scalar, vector, 1e-11);
            shmem.free(memory);
        }
    }

    private static double[] solved(BlockLines lines, int lanes, FlowLayout layout, PlaneTable u, PlaneTable right) {
        Random random = new Random(1);
        int numbers = layout.line / Double.BYTES;
        for (int k = 0; k < POINTS; k++) {
            for (int at = 0; at < numbers; at++) {
                RawMemory.set(u.address[k] + 8L * at, 1 + random.nextDouble());
                RawMemory.set(right.address[k] + 8L * at, random.nextDouble());
            }
        }
        for (int i = 0; i < layout.pitch / Double.BYTES; i += lanes) {
            lines.take(2, POINTS - 2, u, right, 8L * i);
            lines.solve(2);
            lines.add(POINTS - 2, u, 8L * i);
        }
        double[] result = new double[POINTS * numbers];
        for (int i = 0; i < result.length; i++) {
            result[i] = RawMemory.get(u.address[i / numbers] + 8L * (i % numbers));
        }
        return result;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One PE in this JVM. */
class MultigridTest {
    private static final MgProblem PROBLEM = MgProblem.of(NpbClass.S);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aWrongWeightFailsVerification(int wrong) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertTrue(PROBLEM.right(Measured.values(shmem, PROBLEM, Transfer.DIRECT)));
            double[] weights = PROBLEM.smoother().clone();
            weights[wrong] *= 1 + 1e-6;
            MgProblem broken = new MgProblem(NpbClass.S, PROBLEM.levels(), PROBLEM.steps(), weights, PROBLEM.norm());
            assertFalse(broken.right(Measured.values(shmem, broken, Transfer.DIRECT)));
            assertEquals(before, shmem.heapStats());
        }
    }

    /** Rows of fewer points than a vector has, of as many, and of more. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void operatorsWeighPointsByTheirDistance(int level) {
        GridLevel grid = GridLevel.whole(level);
        Random random = new Random(level);
        double[] u = random.doubles(grid.array().length).toArray();
        double[] v = random.doubles(u.length).toArray();
        double[] residual = new double[u.length];
        double[] smoothed = u.clone();
        Stencil stencil = new Stencil(grid.row);
        int at = grid.at(1, 1);
        stencil.sum(u, at, grid);
        stencil.residual(u, v, residual, at, grid.n);
        stencil.sum(v, at, grid);
        stencil.smooth(v, smoothed, at, grid.n, PROBLEM.smoother());
        double[] smoother = PROBLEM.smoother();
        for (int i = at + 1; i <= at + grid.n; i++) {
            assertEquals(v[i] + weighed(grid, u, i, 8.0 / 3, 0, -1.0 / 6, -1.0 / 12), residual[i], 1e-14);
            assertEquals(u[i] + weighed(grid, v, i, smoother[0], smoother[1], smoother[2], 0), smoothed[i], 1e-14);
        }
    }

    /** {@return the sum of the points of a cube, weighed by how many of their indices differ from the middle's} */
    private static double weighed(GridLevel grid, double[] f, int middle, double... weights) {
        double sum = 0;
        for (int z = -1; z <= 1; z++) {
            for (int y = -1; y <= 1; y++) {
                for (int x = -1; x <= 1; x++) {
                    sum += weights[Math.abs(x) + Math.abs(y) + Math.abs(z)]
                        * f[middle + z * grid.plane + y * grid.row + x];
                }
            }
        }
        return sum;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One PE in this JVM. */
class DiffusionTest {
    private static final FtProblem PROBLEM = FtProblem.of(NpbClass.S);

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16, 32, 128})
    void aTransformIsTheSumOverAllElements(int n) {
        Lines lines = new Lines(n);
        double[] re = new Random(n).doubles((long) n * Lines.WIDTH).toArray();
        double[] im = new Random(-n).doubles((long) n * Lines.WIDTH).toArray();
        System.arraycopy(re, 0, lines.re, 0, re.length);
        System.arraycopy(im, 0, lines.im, 0, im.length);
        double[][] roots = Lines.roots(n);
        lines.transform(n, roots);
        for (int k = 0; k < n; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int e = 0; e < n; e++) {
                double angle = -2 * Math.PI * e * k / n;
                int at = e * Lines.WIDTH + 1;
                sumRe += re[at] * Math.cos(angle) - im[at] * Math.sin(angle);
                sumIm += re[at] * Math.sin(angle) + im[at] * Math.cos(angle);
            }
            assertEquals(sumRe, lines.re[k * Lines.WIDTH + 1], 1e-11);
            assertEquals(sumIm, lines.im[k * Lines.WIDTH + 1], 1e-11);
        }
        lines.transformBack(n, roots);
        for (int i = 0; i < re.length; i++) {
            assertEquals(n * re[i], lines.re[i], 1e-11);
            assertEquals(n * im[i], lines.im[i], 1e-11);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void bothLoopsComputeTheSame(int run) {
        Random random = new Random(run);
        double[][] from = {random.doubles(4L * run).toArray(), random.doubles(4L * run).toArray()};
        double[][][] to = new double[2][2][4 * run];
        Butterfly[] twins = {new ScalarButterfly(), new VectorButterfly()};
        for (int i = 0; i < twins.length; i++) {
            twins[i].turn(Lines.roots(16), 3);
            twins[i].four(from[0], from[1], 0, run, to[i][0], to[i][1], 0, run);
        }
        assertArrayEquals(to[0][0], to[1][0], 1e-15);
        assertArrayEquals(to[0][1], to[1][1], 1e-15);
    }

    @ParameterizedTest
    @EnumSource
    void aWrongReferenceOrSizeFailsVerification(Transfer transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            double[] values = Measured.values(shmem, PROBLEM, transfer);
            assertTrue(PROBLEM.right(values));
            assertEquals(before, shmem.heapStats());
            for (int i : new int[] {0, 5, values.length - 1}) {
                double[] wrong = values.clone();
                wrong[i] *= 1 + 1e-11;
                assertFalse(PROBLEM.right(wrong));
                wrong[i] = Double.NaN;
                assertFalse(PROBLEM.right(wrong));
            }
            FtProblem turned = new FtProblem(NpbClass.S, 64, 32, 128, PROBLEM.steps(), PROBLEM.checksums());
            assertFalse(turned.right(Measured.values(shmem, turned, transfer)));
        }
    }
}

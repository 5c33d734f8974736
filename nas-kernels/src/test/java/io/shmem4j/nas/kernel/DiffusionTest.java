// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One PE in this JVM. */
class DiffusionTest {
    private static final FtProblem PROBLEM = FtProblem.of(NpbClass.S);

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32, 128})
    void aTransformIsTheSumOverAllElements(int n) {
        Lines lines = new Lines(n);
        int apart = Lines.WIDTH + 3;
        double[][] given = {new Random(n).doubles((long) n * apart).toArray(),
            new Random(-n).doubles((long) n * apart).toArray()};
        double[][] numbers = {given[0].clone(), given[1].clone()};
        double[][] roots = Lines.roots(n);
        lines.transform(numbers, 2, apart, n, roots);
        for (int k = 0; k < n; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int e = 0; e < n; e++) {
                double angle = -2 * Math.PI * e * k / n;
                int at = e * apart + 3;
                sumRe += given[0][at] * Math.cos(angle) - given[1][at] * Math.sin(angle);
                sumIm += given[0][at] * Math.sin(angle) + given[1][at] * Math.cos(angle);
            }
            assertEquals(sumRe, numbers[0][k * apart + 3], 1e-11);
            assertEquals(sumIm, numbers[1][k * apart + 3], 1e-11);
        }
        lines.transform(Lines.exchanged(numbers), 2, apart, n, roots);
        for (int part = 0; part < 2; part++) {
            for (int i = 0; i < given[part].length; i++) {
                boolean transformed = i >= 2 && (i - 2) % apart < Lines.WIDTH;
                assertEquals((transformed ? n : 1) * given[part][i], numbers[part][i], 1e-11);
            }
        }
    }

    @Test
    void scalingMultipliesEachNumberByItsFactor() {
        int count = 3 * Lines.WIDTH;
        double[] numbers = new Random(1).doubles(count + 1).toArray();
        double[] factors = new Random(2).doubles(count + 2).toArray();
        double[] scaled = new double[count + 3];
        Butterfly.scale(numbers, 1, 2, factors, 2, scaled, 3, count);
        for (int i = 0; i < count; i++) {
            assertEquals(2 * factors[2 + i] * numbers[1 + i], scaled[3 + i], 1e-15);
        }
        assertArrayEquals(new double[3], Arrays.copyOf(scaled, 3));
    }

    @Test
    void aTurnedBlockHasItsColumnsAsRows() {
        int apart = Lines.WIDTH + 1;
        double[] block = new Random(1).doubles((long) Lines.WIDTH * apart).toArray();
        double[] turned = new double[2 + Lines.WIDTH * (apart + 1)];
        Butterfly.turn(block, 0, apart, turned, 2, apart + 1);
        for (int row = 0; row < Lines.WIDTH; row++) {
            for (int i = 0; i < Lines.WIDTH; i++) {
                assertEquals(block[row * apart + i], turned[2 + i * (apart + 1) + row]);
            }
        }
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

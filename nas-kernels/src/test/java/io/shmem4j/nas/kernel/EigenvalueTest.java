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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One PE in this JVM. */
class EigenvalueTest {
    private static final CgProblem PROBLEM = CgProblem.of(NpbClass.S);

    @Test
    void theMatrixHasTheKnownEntries() {
        SparseRows rows = new SparseRows(PROBLEM, 0, PROBLEM.n());
        assertEquals(78148, rows.value.length);
        assertEquals(43, rows.start[1]);
        assertArrayEquals(new int[] {0, 1, 36}, Arrays.copyOf(rows.column, 3));
        assertArrayEquals(new double[] {-8.827405531242738, 0.0806189289, 0.3927813251},
            Arrays.copyOf(rows.value, 3), 1e-9);
        double trace = 0;
        for (int row = 0; row < PROBLEM.n(); row++) {
            int diagonal = Arrays.binarySearch(rows.column, rows.start[row], rows.start[row + 1], row);
            trace += rows.value[diagonal];
        }
        assertEquals(-12446.071917984, trace, 1e-8);
    }

    @Test
    void someRowsAreThoseOfTheWholeMatrix() {
        SparseRows all = new SparseRows(PROBLEM, 0, PROBLEM.n());
        SparseRows some = new SparseRows(PROBLEM, 500, 700);
        assertArrayEquals(Arrays.copyOfRange(all.value, all.start[500], all.start[700]), some.value);
        assertArrayEquals(Arrays.copyOfRange(all.column, all.start[500], all.start[700]), some.column);
    }

    @ParameterizedTest
    @EnumSource
    void aWrongConstantFailsVerification(Transfer transfer) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            assertTrue(PROBLEM.right(Measured.values(shmem, PROBLEM, transfer)));
            CgProblem fewer = new CgProblem(NpbClass.S, PROBLEM.n(), PROBLEM.nonzer() - 1, PROBLEM.steps(),
                PROBLEM.shift(), PROBLEM.zeta());
            assertFalse(fewer.right(Measured.values(shmem, fewer, transfer)));
            assertEquals(before, shmem.heapStats());
        }
    }
}

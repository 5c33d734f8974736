// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CmpTest {
    @ParameterizedTest
    @CsvSource({"EQ, false, true, false", "NE, true, false, true", "GT, false, false, true", "GE, false, true, true",
        "LT, true, false, false", "LE, true, true, false"})
    void comparesSigned(Cmp cmp, boolean less, boolean equal, boolean greater) {
        long[] ascending = {Long.MIN_VALUE, -2, -1, 0, 1, Long.MAX_VALUE};
        for (int i = 0; i < ascending.length; i++) {
            for (int j = 0; j < ascending.length; j++) {
                boolean expected = i < j ? less : i == j ? equal : greater;
                assertEquals(expected, cmp.holds(ascending[i], ascending[j]), ascending[i] + " " + cmp);
            }
        }
    }

    /** Narrower variables are sign-extended. */
    @ParameterizedTest
    @CsvSource({"EQ, false, true, false", "NE, true, false, true", "UGT, false, false, true", "UGE, false, true, true",
        "ULT, true, false, false", "ULE, true, true, false"})
    void comparesUnsigned(Cmp cmp, boolean less, boolean equal, boolean greater) {
        for (long[] ascending : new long[][] {{0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1},
            {0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -2, -1}, {0, 1, Short.MAX_VALUE, Short.MIN_VALUE, -2, -1}}) {
            for (int i = 0; i < ascending.length; i++) {
                for (int j = 0; j < ascending.length; j++) {
                    boolean expected = i < j ? less : i == j ? equal : greater;
                    assertEquals(expected, cmp.holds(ascending[i], ascending[j]), ascending[i] + " " + cmp);
                }
            }
        }
    }
}

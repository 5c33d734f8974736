// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.irregular.History.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search for an order finds those that exist, and none where there is none. */
class HistoryTest {
    private static Operation put(long value, long before, long called, long returned) {
        return new Operation(ContainerCases.PUT, value, 0, before, called, returned);
    }

    private static Operation get(long result, long called, long returned) {
        return new Operation(ContainerCases.GET, 0, 0, result, called, returned);
    }

    private static void check(boolean fits, Operation... operations) {
        assertEquals(fits, History.fits(List.of(operations), List.of(0L), ContainerCases::value));
    }

    @Test
    void orders() {
        check(true, put(5, 0, 1, 10), get(5, 2, 3), get(5, 4, 5));
        check(true, put(5, 0, 1, 10), get(0, 2, 3), get(5, 4, 5));
        check(false, put(5, 0, 1, 10), get(5, 2, 3), get(0, 4, 5));
        check(false, put(5, 0, 1, 2), get(0, 3, 4));
        check(true, put(5, 6, 1, 9), put(6, 0, 1, 9), get(5, 10, 11));
        check(false, put(5, 6, 1, 9), put(6, 0, 1, 9), get(6, 10, 11));
        check(false, put(5, 0, 1, 9), put(6, 0, 1, 9));
    }
}

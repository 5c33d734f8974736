// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemLayoutTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 240, 1024})
    void zonesFollowEachOther(int nPes) {
        assertTrue(SystemLayout.BELL + Cell.BYTES <= SystemLayout.ALLOCATION_RECORDS);
        assertTrue(SystemLayout.ALLOCATION_RECORDS + 2 * SystemLayout.ALLOCATION_RECORD_BYTES <= SystemLayout.SLOTS);
        for (int slot : new int[] {0, 1, SystemLayout.SLOT_COUNT - 1}) {
            long start = SystemLayout.slot(slot, nPes);
            assertEquals(start, SystemLayout.syncCell(slot, 0, nPes));
            assertEquals(SystemLayout.pairCell(slot, 0, nPes),
                SystemLayout.syncCell(slot, SystemLayout.SYNC_CELLS - 1, nPes) + Cell.BYTES);
            assertTrue(SystemLayout.pairCell(slot, nPes - 1, nPes) + Cell.BYTES <= SystemLayout.scratch(slot, nPes));
            assertTrue(SystemLayout.scratch(slot, nPes) + SystemLayout.SCRATCH_BYTES
                <= SystemLayout.slot(slot + 1, nPes));
        }
        assertEquals(0, SystemLayout.heap(nPes) % SystemLayout.ALIGNMENT);
        assertTrue(SystemLayout.heap(nPes) >= SystemLayout.slot(SystemLayout.SLOT_COUNT - 1, nPes)
            + SystemLayout.slotBytes(nPes));
        assertEquals(0, SystemLayout.stride(nPes, 12345) % SystemLayout.ALIGNMENT);
        assertTrue(SystemLayout.stride(nPes, 12345) >= SystemLayout.heap(nPes) + 12345);
    }
}

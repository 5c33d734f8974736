// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import org.junit.jupiter.api.Test;

/** Work that a program declares on a real machine. */
class VirtualTimeTest {
    @Test
    void workOnARealMachineIsCheckedAndTakesNoTime() {
        Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                assertFalse(VirtualTime.isOn(shmem));
                VirtualTime.work(shmem, WorkKind.SCALAR, Long.MAX_VALUE);
                for (WorkKind kind : WorkKind.values()) {
                    String message = assertThrows(IllegalArgumentException.class,
                        () -> VirtualTime.work(shmem, kind, -1)).getMessage();
                    assertTrue(message.startsWith("PE " + shmem.myPe() + ", work called at ")
                        && message.endsWith("the amount of work is negative, -1"), message);
                }
            }
        });
    }
}

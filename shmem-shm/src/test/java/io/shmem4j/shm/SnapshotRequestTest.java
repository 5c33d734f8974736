// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class SnapshotRequestTest {
    @Test
    void onlyTheWishOfSomebodyWhoIsThereLocksOthersOut() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        long me = ProcessHandle.current().pid();
        try (Arena arena = Arena.ofConfined()) {
            SnapshotRequest request = new SnapshotRequest(arena.allocate(ControlLayout.bytes(1), 8));
            assertTrue(request.want("/first", ended.pid()));
            assertTrue(request.want("/second", me));
            assertEquals("/second", request.wanted());
            assertFalse(request.want("/third", me));
            request.answer("no room");
            assertEquals("no room", request.problem());
            assertTrue(request.want("/fourth", ended.pid()));
            request.answer(null);
            assertTrue(request.want("/fifth", me));
        }
    }
}

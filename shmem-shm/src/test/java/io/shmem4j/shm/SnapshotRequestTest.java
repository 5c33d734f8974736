// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

    /** The asker is stopped between its two steps while its predecessor has gone. */
    @Test
    void whoHasClaimedTheTextHasItAlone() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        long me = ProcessHandle.current().pid();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(ControlLayout.bytes(1), 8);
            SnapshotRequest request = new SnapshotRequest(memory);
            assertTrue(request.want("/of the dead", ended.pid()));
            // All of the asker's first step, and nothing of its second one.
            memory.set(ValueLayout.JAVA_LONG, ControlLayout.SNAPSHOT, me << 8 | 4);
            assertFalse(request.want("/third", ProcessHandle.of(1).orElseThrow().pid()));
            assertNull(request.wanted());
        }
    }
}

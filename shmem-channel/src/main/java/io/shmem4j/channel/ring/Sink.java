// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import java.lang.foreign.MemorySegment;

/** Handles messages. */
@FunctionalInterface
public interface Sink {
    /** Handles a message, whose memory is valid during the call only. */
    void message(int from, long tag, MemorySegment memory, long offset, long length);

    /** Chooses memory for long messages. */
    @FunctionalInterface
    interface Target {
        /** {@return memory of at least this length, in which the message will be handled; or null} */
        MemorySegment target(int from, long tag, long length);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.channel.ring.Ends;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Memory for a message that a PE writes in place.
 *
 * <pre>{@code
 * try (Claim claim = channel.claim(pe, tag, 16)) {
 *     claim.memory().set(JAVA_LONG, 0, price);
 *     claim.memory().set(JAVA_LONG, 8, amount);
 *     claim.commit();
 * }
 * }</pre>
 *
 * <p>A claim that is closed without a commit, or never, has sent nothing.
 */
public final class Claim implements AutoCloseable {
    private final Ends ends;
    private final int pe;
    private final long tag;
    private final long length;
    private MemorySegment memory;

    Claim(Ends ends, int pe, long tag, long length) {
        this.ends = ends;
        this.pe = pe;
        this.tag = tag;
        this.length = length;
        // Last, so an Error leaves no open claim that nobody has.
        this.memory = ends.claim(pe, tag, length);
    }

    /** {@return the memory, exactly as long as the message; its bytes are arbitrary at first} */
    public MemorySegment memory() {
        if (memory == null) {
            throw new IllegalStateException(Fault.where() + ": the claim is closed");
        }
        ends.requireOpen();
        return memory;
    }

    /** Sends the message. */
    public void commit() {
        MemorySegment message = memory();
        if (Hook.ON) {
            Hook.whole(Routine.SEND, ends.world(pe), length, () -> {
                ends.commit(pe, tag, message, length);
                return null;
            });
        } else {
            ends.commit(pe, tag, message, length);
        }
        memory = null;
    }

    /** Gives up the message, unless it has been committed. */
    @Override
    public void close() {
        if (memory != null) {
            memory = null;
            ends.abandon(pe);
        }
    }
}

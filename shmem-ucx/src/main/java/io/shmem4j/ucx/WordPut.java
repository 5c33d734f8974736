// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.ucx.lib.UcxWorker;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A put of one word as an exchange, whose answer says that the word is stored. After a put, UCX's flush sends a second
 * message and waits for a second answer. One such put is open at a time. For threads that hold the wire's lock.
 */
final class WordPut {
    @SuppressWarnings("restricted")
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final MemorySegment words = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
    private long request;
    private int node;
    private boolean alone;

    /** {@return whether a put is one that an exchange can do} */
    static boolean fits(long offset, long bytes) {
        return (bytes == Long.BYTES || bytes == Integer.BYTES) && (offset & bytes - 1) == 0;
    }

    /** Sends the word; its source is free again. */
    void start(int to, Channel channel, int pe, long offset, long from, long bytes) {
        MemorySegment.copy(EVERYTHING, from, words, 0, bytes);
        request = channel.change(UcxWorker.SWAP, words.address(), (int) bytes, pe, offset,
            words.address() + Long.BYTES);
        node = to;
        alone = true;
    }

    /** The PE has sent something else. */
    void join() {
        alone = false;
    }

    /** {@return whether nothing else is open} */
    boolean isAlone() {
        return alone;
    }

    int node() {
        return node;
    }

    /** {@return its request, 0 where there is none; this object forgets it} */
    long take() {
        long taken = request;
        request = 0;
        alone = false;
        return taken;
    }
}

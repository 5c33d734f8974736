// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Gathers small puts to one node in quick succession into one message, which costs as much as hundreds of puts of 8
 * bytes in it. The node's agent stores them in order. Guarded by the wire's lock.
 *
 * <p>A batch is a sequence of puts:
 *
 * <pre>
 *   0   offset in the job's memory, {@value #SIZE_BITS} bits left, and the number of bytes
 *   8   the bytes, up to the next multiple of 8
 * </pre>
 */
public final class PutBatch {
    /** Maximum size of a gathered put. */
    static final int MOST_BYTES = 64;
    static final int CAPACITY = 4096;

    private static final int SIZE_BITS = 7;
    private static final int SIZE = (1 << SIZE_BITS) - 1;
    private static final int HEAD = Long.BYTES;
    /** A put this long after the previous one is sent immediately and alone: a PE may be waiting for it. */
    private static final long RARE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    @SuppressWarnings("restricted")
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final Words WORDS = Words.of(EVERYTHING);

    final long address;
    private int end;
    private int last;
    private long sent = System.nanoTime() - RARE_NANOS;

    PutBatch(long address) {
        this.address = address;
    }

    boolean isEmpty() {
        return end == 0;
    }

    boolean isFull() {
        return end > CAPACITY - HEAD - MOST_BYTES;
    }

    /** {@return whether the next put must be sent alone, and counts it as sent} */
    boolean takeRare() {
        if (end != 0) {
            return false;
        }
        long now = System.nanoTime();
        boolean rare = now - sent > RARE_NANOS;
        sent = now;
        return rare;
    }

    /** Lets the next put be sent alone, because the PE has just waited for all earlier ones. */
    void allowRare() {
        sent = System.nanoTime() - RARE_NANOS;
    }

    /** Appends a put of at most {@value #MOST_BYTES} bytes. */
    void add(long to, long from, int bytes) {
        last = end;
        WORDS.setLong(address + end, to << SIZE_BITS | bytes);
        WORDS.copy(address + end + HEAD, from, bytes);
        end += HEAD + pad(bytes);
    }

    private static int pad(int bytes) {
        return (bytes + Long.BYTES - 1) & -Long.BYTES;
    }

    /** {@return the size of all puts but the last} */
    long bytesBeforeLast() {
        return last;
    }

    /** {@return the address of the last put's data} */
    long lastSource() {
        return address + last + HEAD;
    }

    /** {@return the size of the last put's data} */
    long lastBytes() {
        return WORDS.getLong(address + last) & SIZE;
    }

    /** {@return the last put's target, an offset in the job's memory} */
    long lastTarget() {
        return WORDS.getLong(address + last) >>> SIZE_BITS;
    }

    /** Empties the batch after it was sent. */
    void clear() {
        end = 0;
        last = 0;
        sent = System.nanoTime();
    }

    /** Stores the puts of a batch at a multiple of 8, ordered before the caller's later stores. */
    public static void store(long address, long bytes) {
        long at = address;
        while (at < address + bytes) {
            long head = WORDS.getLong(at);
            int size = (int) head & SIZE;
            store(head >>> SIZE_BITS, at + HEAD, size);
            at += HEAD + pad(size);
        }
        VarHandle.releaseFence();
    }

    /** Stores a put, ordered after earlier ones; an aligned element is stored atomically. */
    private static void store(long to, long from, int bytes) {
        Words memory = JobMemory.words();
        boolean element = (to & bytes - 1) == 0;
        if (bytes == Long.BYTES && element) {
            memory.setLongRelease(to, WORDS.getLong(from));
        } else if (bytes == Integer.BYTES && element) {
            memory.setIntRelease(to, WORDS.getInt(from));
        } else if (bytes == Short.BYTES && element) {
            memory.setShortRelease(to, WORDS.getShort(from));
        } else {
            VarHandle.releaseFence();
            MemorySegment.copy(EVERYTHING, from, JobMemory.all(), to, bytes);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Small puts to one node that follow one another fast, gathered into one message, because a message costs as much as
 * hundreds of puts of 8 bytes within it. The node's agent stores them in their order. The wire's lock guards it.
 *
 * <p>A batch is a sequence of puts:
 *
 * <pre>
 *   0   offset in the job's memory, {@value #SIZE_BITS} bits left, and the number of bytes
 *   8   the bytes, up to the next multiple of 8
 * </pre>
 */
public final class PutBatch {
    /** Larger puts are not gathered. */
    static final int MOST_BYTES = 64;
    /** Bytes of memory that a batch takes. */
    static final int CAPACITY = 4096;

    private static final int SIZE_BITS = 7;
    private static final int SIZE = (1 << SIZE_BITS) - 1;
    private static final int HEAD = Long.BYTES;
    /** A put that comes so long after the last is sent at once and alone, because it may be a flag that a PE awaits. */
    private static final long RARE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    @SuppressWarnings("restricted")
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final Words WORDS = Words.of(EVERYTHING);

    private final long puts;
    private int end;
    private int last;
    private long sent = System.nanoTime() - RARE_NANOS;

    /** An empty batch, whose memory has an address. */
    PutBatch(long puts) {
        this.puts = puts;
    }

    boolean isEmpty() {
        return end == 0;
    }

    boolean isFull() {
        return end > CAPACITY - HEAD - MOST_BYTES;
    }

    /** {@return whether a put is to be sent alone; it then counts as sent} */
    boolean isRare() {
        if (end != 0) {
            return false;
        }
        long now = System.nanoTime();
        boolean rare = now - sent > RARE_NANOS;
        sent = now;
        return rare;
    }

    /** The next put is sent alone, because the PE has just waited for all before it. */
    void rest() {
        sent = System.nanoTime() - RARE_NANOS;
    }

    /** Takes a put of at most {@value #MOST_BYTES} bytes. */
    void add(long to, long from, int bytes) {
        last = end;
        WORDS.setLong(puts + end, to << SIZE_BITS | bytes);
        WORDS.copy(puts + end + HEAD, from, bytes);
        end += HEAD + padded(bytes);
    }

    private static int padded(int bytes) {
        return (bytes + Long.BYTES - 1) & -Long.BYTES;
    }

    long address() {
        return puts;
    }

    /** {@return length of all puts but the last} */
    long bytesBeforeLast() {
        return last;
    }

    /** {@return address of the last put's bytes} */
    long lastSource() {
        return puts + last + HEAD;
    }

    /** {@return number of the last put's bytes} */
    long lastBytes() {
        return WORDS.getLong(puts + last) & SIZE;
    }

    /** {@return where the last put goes, as an offset in the job's memory} */
    long lastTarget() {
        return WORDS.getLong(puts + last) >>> SIZE_BITS;
    }

    /** All puts are on their way. */
    void clear() {
        end = 0;
        last = 0;
        sent = System.nanoTime();
    }

    /** Stores the puts of a batch, whose address is a multiple of 8, before all that the caller stores next. */
    public static void store(long address, long bytes) {
        long at = address;
        while (at < address + bytes) {
            long head = WORDS.getLong(at);
            int size = (int) head & SIZE;
            store(head >>> SIZE_BITS, at + HEAD, size);
            at += HEAD + padded(size);
        }
        VarHandle.releaseFence();
    }

    /** Stores a put after those before it, an element in one piece. */
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

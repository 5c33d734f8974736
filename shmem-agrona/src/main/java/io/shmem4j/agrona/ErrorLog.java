// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.engine.Library;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.agrona.concurrent.errors.ErrorConsumer;
import org.agrona.concurrent.errors.ErrorLogReader;

/**
 * A log of errors on each PE, in symmetric memory. It counts equal errors instead of repeating them, and allocates only
 * for the first of several equal errors. A PE's entries survive its death, for other PEs and in the job's kept files.
 * Its next incarnation appends to them. An error of the JVM, such as a stack overflow, that ends {@code add} may hide
 * the PE's later entries.
 *
 * <p>Each log has a heartbeat, the time at which its PE last reported that it was alive.
 */
public final class ErrorLog implements AutoCloseable {
    private static final int HEAD = 128;
    private static final int ALIGNMENT = DistinctErrorLog.RECORD_ALIGNMENT;

    private final Shmem shmem;
    private final SymmetricBytes memory;
    private final AtomicBuffer[] views;
    private final DistinctErrorLog own;
    private final long made;

    /**
     * Makes the logs of all PEs; collective.
     *
     * @param shmem the library
     * @param bytes size of each log
     * @return the logs
     */
    public static ErrorLog allocate(Shmem shmem, int bytes) {
        return Library.whole(() -> new ErrorLog(shmem, bytes));
    }

    private ErrorLog(Shmem shmem, int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": a log needs 1 byte or more, not " + bytes);
        }
        this.shmem = shmem;
        this.memory = shmem.allocateBytes(HEAD + Math.ceilDiv(bytes, ALIGNMENT) * (long) ALIGNMENT, HEAD)
            .named("agrona errors");
        this.views = new AtomicBuffer[shmem.nPes()];
        for (int pe = 0; pe < views.length; pe++) {
            views[pe] = Buffers.of(shmem, memory, pe);
        }
        this.own = new DistinctErrorLog(unused(), System::currentTimeMillis);
        this.made = System.currentTimeMillis();
        beat();
    }

    /** Removes a half-written entry, and {@return the space after the entries of earlier incarnations} */
    private AtomicBuffer unused() {
        AtomicBuffer all = errors(shmem.myPe());
        int used = 0;
        while (used < all.capacity() && all.getInt(used + DistinctErrorLog.LENGTH_OFFSET) > 0) {
            used += BitUtil.align(all.getInt(used + DistinctErrorLog.LENGTH_OFFSET), ALIGNMENT);
        }
        all.setMemory(used, all.capacity() - used, (byte) 0);
        return new UnsafeBuffer(all, used, all.capacity() - used);
    }

    private AtomicBuffer errors(int pe) {
        return new UnsafeBuffer(view(pe), HEAD, views[pe].capacity() - HEAD);
    }

    /** {@return a PE's log} Refuses a freed one. */
    private AtomicBuffer view(int pe) {
        memory.heapOffset();
        return views[pe];
    }

    /**
     * Adds an error, or counts it if the log has an equal one.
     *
     * @param error the error
     * @return whether the log had room
     */
    public boolean add(Throwable error) {
        memory.heapOffset();
        return own.record(error);
    }

    /** Reports that this PE is alive. */
    public void beat() {
        view(shmem.myPe()).putLongOrdered(0, System.currentTimeMillis());
    }

    /**
     * {@return the milliseconds since 1970 of a PE's last {@link #beat}, or of this log's allocation before its first}
     *
     * @param pe the PE
     */
    public long lastBeat(int pe) {
        long beat = view(pe).getLongVolatile(0);
        return beat == 0 ? made : beat;
    }

    /**
     * Reads a PE's log.
     *
     * @param pe       the PE
     * @param consumer receives each error once, with its count and times
     * @return number of errors
     */
    public int read(int pe, ErrorConsumer consumer) {
        return ErrorLogReader.read(errors(pe), consumer);
    }

    /** Frees the logs; collective over all PEs. */
    public void free() {
        memory.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        memory.close();
    }
}

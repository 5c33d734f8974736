// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.error.PeFailedException;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.agrona.concurrent.errors.ErrorConsumer;
import org.agrona.concurrent.errors.ErrorLogReader;

/**
 * A log of errors on each PE, in symmetric memory: equal errors are counted, not repeated, and only the first of a kind
 * allocates. A PE's entries survive its death, for the other PEs and in a job's kept files. A later life adds its own
 * behind them.
 *
 * <p>A heartbeat beside the log, the time of a PE's last sign of life, shows the others whether it goes on.
 */
public final class ErrorLog implements AutoCloseable {
    private static final int HEAD = 128;
    private static final int ALIGNMENT = DistinctErrorLog.RECORD_ALIGNMENT;

    private final Shmem shmem;
    private final SymmetricBytes memory;
    private final AtomicBuffer[] views;
    private final DistinctErrorLog own;

    /**
     * Makes the logs of all PEs; collective.
     *
     * @param shmem the library
     * @param bytes of each
     * @return a log for each PE
     */
    public static ErrorLog allocate(Shmem shmem, int bytes) {
        return new ErrorLog(shmem, bytes);
    }

    private ErrorLog(Shmem shmem, int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": a log of " + bytes + " bytes has no room");
        }
        this.shmem = shmem;
        this.memory = shmem.allocateBytes(HEAD + Math.ceilDiv(bytes, ALIGNMENT) * (long) ALIGNMENT, HEAD)
            .named("agrona errors");
        this.views = new AtomicBuffer[shmem.nPes()];
        for (int pe = 0; pe < views.length; pe++) {
            views[pe] = Buffers.of(shmem, memory, pe);
        }
        this.own = new DistinctErrorLog(unused(), System::currentTimeMillis);
        beat();
        if (shmem.isFirstIncarnation()) {
            awaitFirstBeats();
        }
    }

    /** {@return this PE's log behind the entries of earlier lives, without the traces of one that was cut off} */
    private AtomicBuffer unused() {
        AtomicBuffer all = errors(shmem.myPe());
        int used = 0;
        while (used < all.capacity() && all.getInt(used + DistinctErrorLog.LENGTH_OFFSET) > 0) {
            used += BitUtil.align(all.getInt(used + DistinctErrorLog.LENGTH_OFFSET), ALIGNMENT);
        }
        all.setMemory(used, all.capacity() - used, (byte) 0);
        return new UnsafeBuffer(all, used, all.capacity() - used);
    }

    private void awaitFirstBeats() {
        try {
            shmem.barrierAll();
        } catch (PeFailedException e) {
            // The logs are there on all PEs, and the next collective says the same.
        }
    }

    private AtomicBuffer errors(int pe) {
        return new UnsafeBuffer(views[pe], HEAD, views[pe].capacity() - HEAD);
    }

    /**
     * Writes an error down, or counts it where an equal one is there.
     *
     * @param error the error
     * @return whether there was room
     */
    public boolean add(Throwable error) {
        return own.record(error);
    }

    /** Says that this PE lives. */
    public void beat() {
        views[shmem.myPe()].putLongOrdered(0, System.currentTimeMillis());
    }

    /**
     * {@return the milliseconds since 1970 of a PE's last {@link #beat}}
     *
     * @param pe whose
     */
    public long lastBeat(int pe) {
        return views[pe].getLongVolatile(0);
    }

    /**
     * Reads a PE's log.
     *
     * @param pe       whose
     * @param consumer gets each error once, with how often and when it was seen
     * @return how many there are
     */
    public int read(int pe, ErrorConsumer consumer) {
        return ErrorLogReader.read(errors(pe), consumer);
    }

    /** Frees the logs; collective. */
    public void free() {
        memory.free();
    }

    /** Gives the memory back without waiting; the next allocation or free of all PEs frees it. */
    @Override
    public void close() {
        memory.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counts of one PE, published in symmetric memory at the end of its session.
 *
 * <pre>
 *   cell      number of PEs that have ended their session, on PE 0
 *   cell+16   nanoseconds from begin to end (long)
 *   128       for each routine: calls, bytes, nanoseconds (long each), 8 bytes free
 *   ...       bytes that this PE moved to or from each PE (long each)
 * </pre>
 * Threads of the PE count with atomic additions. The published copy is written once, before the addition to the cell,
 * which is a full fence.
 */
final class Tally {
    private static final int ROUTINES = Routine.values().length;
    private static final long ELAPSED = Cell.DATA;
    private static final long ROUTINE_BYTES = 4L * Long.BYTES;

    private final AtomicLongArray calls = new AtomicLongArray(ROUTINES);
    private final AtomicLongArray bytes = new AtomicLongArray(ROUTINES);
    private final AtomicLongArray nanos = new AtomicLongArray(ROUTINES);
    private final AtomicLongArray moved;
    private final long began;
    private volatile boolean on = true;

    Tally(Backend backend) {
        this.moved = new AtomicLongArray(backend.nPes());
        this.began = backend.nanoTime();
    }

    boolean on() {
        return on;
    }

    void turn(boolean newOn) {
        on = newOn;
    }

    void add(Routine routine, int peer, long size, long time) {
        int i = routine.ordinal();
        calls.getAndIncrement(i);
        bytes.getAndAdd(i, size);
        nanos.getAndAdd(i, time);
        if (peer >= 0) {
            moved.getAndAdd(peer, size);
        }
    }

    void publish(Backend backend) {
        int me = backend.pe();
        long base = SystemLayout.profile(backend.nPes());
        backend.putLong(me, base + ELAPSED, backend.nanoTime() - began);
        for (int i = 0; i < ROUTINES; i++) {
            long at = routine(base, i);
            backend.putLong(me, at, calls.get(i));
            backend.putLong(me, at + Long.BYTES, bytes.get(i));
            backend.putLong(me, at + 2 * Long.BYTES, nanos.get(i));
        }
        for (int pe = 0; pe < moved.length(); pe++) {
            backend.putLong(me, peer(base, pe), moved.get(pe));
        }
    }

    /** {@return whether this PE is the last one to end its session} */
    static boolean last(Backend backend) {
        long ended = backend.cellAdd(0, SystemLayout.profile(backend.nPes()), 1) + 1;
        return ended % backend.nPes() == 0;
    }

    static long elapsed(Backend backend, int pe) {
        return backend.getLong(pe, SystemLayout.profile(backend.nPes()) + ELAPSED);
    }

    static long calls(Backend backend, int pe, Routine routine) {
        return backend.getLong(pe, routine(SystemLayout.profile(backend.nPes()), routine.ordinal()));
    }

    static long bytes(Backend backend, int pe, Routine routine) {
        return backend.getLong(pe, routine(SystemLayout.profile(backend.nPes()), routine.ordinal()) + Long.BYTES);
    }

    static long nanos(Backend backend, int pe, Routine routine) {
        return backend.getLong(pe, routine(SystemLayout.profile(backend.nPes()), routine.ordinal()) + 2 * Long.BYTES);
    }

    static long moved(Backend backend, int pe, int peer) {
        return backend.getLong(pe, peer(SystemLayout.profile(backend.nPes()), peer));
    }

    private static long routine(long base, int ordinal) {
        return base + Cell.BYTES + ordinal * ROUTINE_BYTES;
    }

    private static long peer(long base, int pe) {
        return routine(base, ROUTINES) + (long) pe * Long.BYTES;
    }
}

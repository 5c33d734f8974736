// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.Words;
import java.lang.invoke.VarHandle;

/**
 * Threads' clocks at recent ticks. A thread stores its clock at each releasing operation if the clock has changed. A
 * thread and a tick thereby identify a whole clock.
 *
 * <pre>
 *   0   1 + position of the latest record, or 0 (long) | 8 the next position (long)
 *   64  records in a ring:
 *         4 bytes tick | 4 agents | 4 points | 4 distance from the record before | ticks of the agents | points
 * </pre>
 * One thread writes at a time. It publishes a record by a release store of its position. A reader whose record has been
 * overwritten uses a later one. A later clock covers more, which may miss races but reports none that don't exist.
 */
public final class Snapshots {
    private static final int RING = 64 << 10;
    private static final int HEAD = 64;
    private static final int FREE = 8;
    private static final long THREAD_BYTES = HEAD + RING;
    static final long BYTES = SharedState.AGENTS * THREAD_BYTES;
    private static final int FIXED = 16;

    private final Words words;

    Snapshots(Words words) {
        this.words = words;
    }

    /** Stores a thread's clock, valid from the given tick. */
    synchronized void write(int thread, int tick, Clock clock) {
        long ring = ring(thread);
        long position = words.getLong(ring + FREE);
        int agents = clock.ticks.length;
        while (agents > 0 && clock.ticks[agents - 1] == 0) {
            agents--;
        }
        int points = clock.pointCount;
        int length = FIXED + (agents + (agents & 1)) * Integer.BYTES + points * Long.BYTES;
        if (position % RING + length > RING) {
            position += RING - position % RING;
        }
        long latest = words.getLong(ring);
        // Stored first: a reader that sees any part of this record must also see that the overwritten one is gone.
        words.setLongVolatile(ring + FREE, position + length);
        VarHandle.storeStoreFence();
        long record = ring + HEAD + position % RING;
        words.setInt(record, tick);
        words.setInt(record + 4, agents);
        words.setInt(record + 8, points);
        words.setInt(record + 12, latest == 0 ? 0 : (int) (position + 1 - latest));
        for (int i = 0; i < agents; i++) {
            words.setInt(record + FIXED + 4L * i, clock.ticks[i]);
        }
        long more = record + length - (long) points * Long.BYTES;
        for (int i = 0; i < points; i++) {
            words.setLong(more + 8L * i, clock.points[i]);
        }
        words.setLongRelease(ring, position + 1);
    }

    /** Joins a thread's clock at a tick into another clock. */
    void join(Clock into, int thread, int tick) {
        long ring = ring(thread);
        into.raise(thread, tick);
        while (true) {
            long latest = words.getLongAcquire(ring);
            long position = latest == 0 ? -1 : find(ring, latest - 1, tick);
            if (position < 0) {
                return;
            }
            Clock found = read(ring + HEAD + position % RING);
            if (position >= oldest(ring)) {
                into.join(found);
                return;
            }
        }
    }

    /** {@return the position of the latest record up to a tick, otherwise of the oldest record, or -1} */
    private long find(long ring, long latest, int tick) {
        long position = latest;
        while (words.getInt(ring + HEAD + position % RING) > tick) {
            int before = words.getInt(ring + HEAD + position % RING + 12);
            long oldest = oldest(ring);
            // Overwritten meanwhile, so its fields are meaningless; the caller retries.
            if (position < oldest) {
                return position;
            }
            if (before == 0) {
                return -1;
            }
            if (position - before < oldest) {
                return position;
            }
            position -= before;
        }
        return position;
    }

    /** {@return the lowest position that had not been overwritten when the preceding reads took place} */
    private long oldest(long ring) {
        VarHandle.acquireFence();
        return words.getLongVolatile(ring + FREE) - RING;
    }

    private Clock read(long record) {
        Clock clock = new Clock();
        int agents = Math.clamp(words.getInt(record + 4), 0, SharedState.AGENTS);
        int points = Math.clamp(words.getInt(record + 8), 0, 64);
        for (int i = 0; i < agents; i++) {
            clock.raise(i, words.getInt(record + FIXED + 4L * i));
        }
        long more = record + FIXED + (agents + (agents & 1)) * 4L;
        for (int i = 0; i < points; i++) {
            clock.addPoint(words.getLong(more + 8L * i));
        }
        return clock;
    }

    private static long ring(int thread) {
        return SharedState.SNAPSHOTS + thread * THREAD_BYTES;
    }
}

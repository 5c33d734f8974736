// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.Words;
import java.lang.invoke.VarHandle;

/**
 * Threads' clocks at their latest ticks. A thread writes its clock down at each operation on which others may rely, if
 * the clock has changed since; so a number of a thread and a tick stand for a whole clock.
 *
 * <pre>
 *   0   1 + place of the latest record, 0 when there is none (long) | 8 the next place (long)
 *   64  records, which overwrite the oldest:
 *         4 bytes tick | 4 agents | 4 points | 4 distance from the record before | ticks of the agents | points
 * </pre>
 * One thread writes at a time; it publishes a record by a release store of its place. A reader that finds its record
 * overwritten after it has read looks for a later one: a later clock knows more, so a race may be missed, but none is
 * invented.
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

    /** Writes down a thread's clock, valid from a tick on. */
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
        // A reader of a part of this record also sees that its predecessor at this place has gone.
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

    /** Joins a thread's clock as of a tick. */
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

    /** {@return position of the latest record up to a tick, or of the oldest that is left; -1 if there is none} */
    private long find(long ring, long latest, int tick) {
        long position = latest;
        while (words.getInt(ring + HEAD + position % RING) > tick) {
            int before = words.getInt(ring + HEAD + position % RING + 12);
            long oldest = oldest(ring);
            // A record that has gone meanwhile has parts without meaning; the caller looks again.
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

    /** {@return the first position that was not overwritten when what has been read until now was read} */
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

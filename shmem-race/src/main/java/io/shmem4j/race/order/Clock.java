// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import java.util.Arrays;

/**
 * A vector clock. It contains a tick per agent, up to which the agent's accesses happen before.
 *
 * <p>A signal proves that one operation of a stream has completed, but not the earlier ones. Such operations are stored
 * individually as points. If there are too many, the oldest one is taken to cover all before it; this may miss races
 * but reports none that don't exist.
 *
 * <p>Threads whose start was not observed share the main thread's clock, so changes are synchronized. Reads are not:
 * ticks only grow, so a reader gets a correct, possibly older answer.
 */
public final class Clock {
    private static final int MOST_POINTS = 64;

    int[] ticks = new int[32];
    long[] points = new long[4];
    int pointCount;
    /** Whether it has changed since its last snapshot. */
    boolean changed;

    /** {@return whether an agent's access at a tick happens before} */
    boolean covers(int agent, int tick) {
        return agent < ticks.length && ticks[agent] >= tick || pointCount != 0 && hasPoint(agent, tick);
    }

    int tick(int agent) {
        return agent < ticks.length ? ticks[agent] : 0;
    }

    private boolean hasPoint(int agent, int tick) {
        long wanted = (long) agent << 32 | tick;
        long[] all = points;
        for (int i = Math.min(pointCount, all.length) - 1; i >= 0; i--) {
            if (all[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    synchronized void raise(int agent, int tick) {
        if (agent >= ticks.length && tick != 0) {
            ticks = Arrays.copyOf(ticks, Math.max(agent + 1, ticks.length * 2));
        }
        if (tick(agent) < tick) {
            ticks[agent] = tick;
            changed = true;
        }
    }

    synchronized void addPoint(long point) {
        if (covers((int) (point >>> 32), (int) point)) {
            return;
        }
        if (pointCount == MOST_POINTS) {
            prune();
        }
        if (pointCount == MOST_POINTS) {
            raise((int) (points[0] >>> 32), (int) points[0]);
            prune();
        }
        if (pointCount == points.length) {
            points = Arrays.copyOf(points, 2 * pointCount);
        }
        points[pointCount++] = point;
        changed = true;
    }

    private void prune() {
        int kept = 0;
        for (int i = 0; i < pointCount; i++) {
            if (tick((int) (points[i] >>> 32)) < (int) points[i]) {
                points[kept++] = points[i];
            }
        }
        pointCount = kept;
    }

    public synchronized void join(Clock other) {
        int[] theirs = other.ticks;
        for (int i = 0; i < theirs.length; i++) {
            raise(i, theirs[i]);
        }
        for (int i = 0; i < other.pointCount; i++) {
            addPoint(other.points[i]);
        }
        if (changed) {
            prune();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.util.Arrays;

/**
 * How far each agent had come when something happened: all of an agent's accesses up to its tick came before.
 *
 * <p>Whoever sees a signal knows that one operation of a stream is complete, and nothing of those before it. Such
 * operations are kept one by one, as points. Where there are too many of them, the oldest stands for all before it: so
 * a race may be missed, and none is invented.
 */
final class Clock {
    private static final int MOST_POINTS = 64;

    int[] ticks = new int[32];
    private long[] points = new long[4];
    private int pointCount;

    /** {@return whether an agent's access at a tick came before} */
    boolean covers(int agent, int tick) {
        return agent < ticks.length && ticks[agent] >= tick || pointCount != 0 && hasPoint(agent, tick);
    }

    int tick(int agent) {
        return agent < ticks.length ? ticks[agent] : 0;
    }

    int points() {
        return pointCount;
    }

    long point(int index) {
        return points[index];
    }

    private boolean hasPoint(int agent, int tick) {
        long wanted = (long) agent << 32 | tick;
        for (int i = 0; i < pointCount; i++) {
            if (points[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether anything has changed} */
    boolean raise(int agent, int tick) {
        if (agent >= ticks.length) {
            if (tick == 0) {
                return false;
            }
            ticks = Arrays.copyOf(ticks, Math.max(agent + 1, ticks.length * 2));
        }
        if (ticks[agent] >= tick) {
            return false;
        }
        ticks[agent] = tick;
        return true;
    }

    boolean addPoint(long point) {
        int agent = (int) (point >>> 32);
        int tick = (int) point;
        if (covers(agent, tick)) {
            return false;
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
        return true;
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

    boolean join(Clock other) {
        boolean changed = false;
        for (int i = 0; i < other.ticks.length; i++) {
            if (other.ticks[i] != 0) {
                changed |= raise(i, other.ticks[i]);
            }
        }
        for (int i = 0; i < other.pointCount; i++) {
            changed |= addPoint(other.points[i]);
        }
        if (changed) {
            prune();
        }
        return changed;
    }

    void clear() {
        Arrays.fill(ticks, 0);
        pointCount = 0;
    }

    Clock copy() {
        Clock copy = new Clock();
        copy.join(this);
        return copy;
    }
}

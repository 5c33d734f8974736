// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.schedule.Scheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines that PEs of a mesh have waited for, each with its number of writes and the PEs that sleep on it. */
final class SharedLines {
    private final Scheduler scheduler;
    private final Map<Long, Line> lines = new HashMap<>();

    private static final class Line {
        private int version;
        private final List<Integer> sleepers = new ArrayList<>();
    }

    SharedLines(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** {@return number of writes of a line since the first call} */
    int version(long line) {
        return lines.computeIfAbsent(line, key -> new Line()).version;
    }

    /** Counts a write of a line, and wakes the PEs that sleep on it. */
    void written(long line, long time) {
        Line state = lines.get(line);
        if (state == null) {
            return;
        }
        state.version++;
        for (int pe : state.sleepers) {
            if (scheduler.state(pe) == Scheduler.State.ASLEEP) {
                scheduler.wake(pe, time);
            }
        }
    }

    void watch(int pe, long line) {
        lines.get(line).sleepers.add(pe);
    }

    void unwatch(int pe, long line) {
        lines.get(line).sleepers.remove(Integer.valueOf(pe));
    }
}

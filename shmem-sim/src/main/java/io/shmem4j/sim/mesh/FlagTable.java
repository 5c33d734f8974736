// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.schedule.Scheduler;
import java.util.Arrays;

/**
 * The flags of all cores, and the cores that sleep until one of their flags reaches a value. Flags only grow, so no
 * core can miss a value.
 */
final class FlagTable {
    private static final int NONE = -1;
    /** Initial number of flags per core. */
    private static final int FLAGS = 64;

    private final long[][] values;
    private final long[][] previous;
    private final long[][] since;
    private final LinesWritten[][] before;
    private final int[] awaited;
    private final long[] least;
    private final Looks looks;
    private final Scheduler scheduler;

    FlagTable(int cores, Looks looks, Scheduler scheduler) {
        this.looks = looks;
        this.scheduler = scheduler;
        values = new long[cores][];
        previous = new long[cores][];
        since = new long[cores][];
        before = new LinesWritten[cores][];
        awaited = new int[cores];
        least = new long[cores];
        for (int core = 0; core < cores; core++) {
            values[core] = new long[FLAGS];
            previous[core] = new long[FLAGS];
            since[core] = new long[FLAGS];
            before[core] = new LinesWritten[FLAGS];
        }
        Arrays.fill(awaited, NONE);
    }

    private void grow(int core, int flag) {
        if (flag >= values[core].length) {
            int size = Math.max(flag + 1, 2 * values[core].length);
            values[core] = Arrays.copyOf(values[core], size);
            previous[core] = Arrays.copyOf(previous[core], size);
            since[core] = Arrays.copyOf(since[core], size);
            before[core] = Arrays.copyOf(before[core], size);
        }
    }

    /** Sets a flag to a value that is visible from a given time. */
    void set(int core, int flag, long value, long time) {
        grow(core, flag);
        if (value < values[core][flag]) {
            throw new IllegalStateException("flag " + flag + " of core " + core + " goes back from "
                + values[core][flag] + " to " + value);
        }
        previous[core][flag] = values[core][flag];
        values[core][flag] = value;
        since[core][flag] = time;
        if (awaited[core] == flag && value >= least[core]) {
            awaited[core] = NONE;
            scheduler.wake(core, looks.found(core, time));
        }
    }

    /** Records the lines written before a flag that is about to be set. */
    void wrote(int core, int flag, LinesWritten lines) {
        grow(core, flag);
        before[core][flag] = lines;
    }

    /** {@return the lines written before a flag was set} */
    LinesWritten writtenBefore(int core, int flag) {
        return before[core][flag];
    }

    /** {@return since when a flag has reached a value: 0 if for long, the largest number if not yet} */
    long reaches(int core, int flag, long value) {
        grow(core, flag);
        if (previous[core][flag] >= value) {
            return 0;
        }
        return values[core][flag] >= value ? since[core][flag] : Long.MAX_VALUE;
    }

    /** Records that a core is about to sleep until one of its flags reaches a value. */
    void await(int core, int flag, long value) {
        awaited[core] = flag;
        least[core] = value;
    }

    String describe(int core) {
        return awaited[core] == NONE ? "nothing" : "flag " + awaited[core] + " >= " + least[core] + ", which is "
            + values[core][awaited[core]];
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/**
 * Loads consecutive lines of a page that no core has. The effect is that of single loads, in a quarter of the
 * simulator's time.
 */
final class FreshLines {
    /** Result if the lines must be loaded individually. */
    static final long REFUSED = -1;

    private final CoherentChip chip;
    private final long[] gone = new long[LineChunk.PAGE_LINES];

    FreshLines(CoherentChip chip) {
        this.chip = chip;
    }

    /** {@return when the lines have arrived, or {@link #REFUSED}} */
    long load(int core, LineChunk chunk, long line, int run, long now, long perLine) {
        int i = LineChunk.index(line);
        int column = chunk.column(i, core);
        long bits = LineChunk.bits(i, run);
        if (((chunk.inFirst[column] | chunk.inSecond[column]) & bits) != 0 || !idle(chunk, i, run, now)) {
            return REFUSED;
        }
        long time = now;
        for (int k = i; k < i + run; k++, time += perLine) {
            chunk.free[k] = time + chip.costs.memory;
        }
        chunk.exclusive[i >> LineChunk.PAGE_SHIFT] |= bits;
        chunk.takeFresh(i, run, core);
        chunk.inFirst[column] |= bits;
        chunk.inSecond[column] |= bits;
        chip.first[core].replaceOldest(line, run, gone);
        leaveFirst(core, run);
        chip.second[core].replaceOldest(line, run, gone);
        leaveSecond(core, run);
        return time;
    }

    private static boolean idle(LineChunk chunk, int i, int run, long now) {
        long left = 0;
        for (int k = i; k < i + run; k++) {
            left |= now - chunk.free[k];
            if (!chunk.heldByNone(k)) {
                return false;
            }
        }
        return left >= 0;
    }

    private void leaveFirst(int core, int count) {
        for (int k = 0; k < count;) {
            int run = together(k, count);
            if (gone[k] != CoreCache.NONE) {
                LineChunk chunk = chip.chunk(gone[k]);
                int i = LineChunk.index(gone[k]);
                chunk.inFirst[chunk.column(i, core)] &= ~LineChunk.bits(i, run);
            }
            k += run;
        }
    }

    private void leaveSecond(int core, int count) {
        for (int k = 0; k < count;) {
            int run = together(k, count);
            if (gone[k] != CoreCache.NONE) {
                chip.evict(core, gone[k], run);
            }
            k += run;
        }
    }

    /** {@return number of evicted lines from an index on that are consecutive lines of a page} */
    private int together(int first, int count) {
        long line = gone[first];
        int run = 1;
        while (first + run < count && line != CoreCache.NONE && gone[first + run] == line + run
            && (line + run & LineChunk.PAGE_LINES - 1) != 0) {
            run++;
        }
        return run;
    }
}

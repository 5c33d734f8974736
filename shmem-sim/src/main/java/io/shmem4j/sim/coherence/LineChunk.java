// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import java.util.LinkedHashSet;

/**
 * The states of {@value #LINES} neighbouring lines, column by column. What is one bit of a line is kept for whole pages
 * of 64 lines, so that a transfer that finds all of its lines near takes them at once.
 *
 * <p>A core's lines, {@link #owned}, are the columns of {@link #sharers}; both are changed here only.
 */
final class LineChunk {
    static final int SHIFT = 10;
    static final int LINES = 1 << SHIFT;
    static final int MASK = LINES - 1;
    static final int PAGE_SHIFT = 6;
    static final int PAGE_LINES = 1 << PAGE_SHIFT;

    /** One bit for each core that has the line. */
    final long[] sharers = new long[LINES];
    /** When the line can serve the next request, in picoseconds. */
    final long[] free = new long[LINES];
    /** Counts writes. */
    final int[] version = new int[LINES];
    /** By page: a single core has the line (MESI: M or E). */
    final long[] exclusive = new long[LINES >> PAGE_SHIFT];
    /** By page: the line differs from memory; together with several sharers this is the GOLS state. */
    final long[] dirty = new long[LINES >> PAGE_SHIFT];
    /** By page: PEs sleep until the line is written. */
    final long[] watched = new long[LINES >> PAGE_SHIFT];
    /** By page and core: the lines that the core has. */
    final long[] owned;
    /** By page and core: the lines whose tags are in the core's first cache. */
    final long[] inFirst;
    /** By page and core: the lines whose tags are in the core's second cache. */
    final long[] inSecond;
    private final int cores;
    private LinkedHashSet<Integer>[] watchers;

    LineChunk(int cores) {
        this.cores = cores;
        int size = (LINES >> PAGE_SHIFT) * cores;
        owned = new long[size];
        inFirst = new long[size];
        inSecond = new long[size];
    }

    static int index(long line) {
        return (int) line & MASK;
    }

    int column(int index, int core) {
        return (index >> PAGE_SHIFT) * cores + core;
    }

    static long bit(int index) {
        return 1L << index;
    }

    /** {@return the bits of neighbouring lines of a page} */
    static long bits(int index, int run) {
        return -1L >>> PAGE_LINES - run << index;
    }

    boolean is(long[] property, int index) {
        return (property[index >> PAGE_SHIFT] & bit(index)) != 0;
    }

    void set(long[] property, int index) {
        property[index >> PAGE_SHIFT] |= bit(index);
    }

    void clear(long[] property, int index) {
        property[index >> PAGE_SHIFT] &= ~bit(index);
    }

    void share(int index, int core) {
        sharers[index] |= 1L << core;
        owned[column(index, core)] |= bit(index);
    }

    void leave(int index, int core) {
        sharers[index] &= ~(1L << core);
        owned[column(index, core)] &= ~bit(index);
    }

    /** {@return the lines that no core has any more after some neighbouring lines of a page have left a core} */
    long leave(int index, int run, int core) {
        int column = column(index, core);
        long held = owned[column] & bits(index, run);
        owned[column] &= ~bits(index, run);
        long others = 0;
        for (int k = index; k < index + run; k++) {
            sharers[k] &= ~(1L << core);
            others |= sharers[k];
        }
        if (others == 0) {
            return held;
        }
        long shared = 0;
        for (int k = index; k < index + run; k++) {
            shared |= sharers[k] == 0 ? 0 : bit(k);
        }
        return held & ~shared;
    }

    /** Only one core has the line from now on. */
    void take(int index, int core) {
        for (long others = sharers[index] & ~(1L << core); others != 0; others &= others - 1) {
            owned[column(index, Long.numberOfTrailingZeros(others))] &= ~bit(index);
        }
        sharers[index] = 1L << core;
        owned[column(index, core)] |= bit(index);
    }

    /** {@return the PEs that sleep until a line is written, in the order in which they fell asleep} */
    @SuppressWarnings({"unchecked", "rawtypes"})
    LinkedHashSet<Integer> watchers(int index) {
        if (watchers == null) {
            watchers = new LinkedHashSet[LINES];
        }
        if (watchers[index] == null) {
            watchers[index] = new LinkedHashSet<>();
        }
        return watchers[index];
    }
}

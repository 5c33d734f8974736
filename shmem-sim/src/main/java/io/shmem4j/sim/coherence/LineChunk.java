// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import java.util.LinkedHashSet;

/**
 * The states of {@value #LINES} consecutive lines. Properties are bit sets of pages of 64 lines, so a transfer of lines
 * that are all near needs few operations.
 *
 * <p>{@link #owned} contains the same information as the holders, by core; only this class changes either.
 */
final class LineChunk {
    static final int SHIFT = 10;
    static final int LINES = 1 << SHIFT;
    static final int MASK = LINES - 1;
    static final int PAGE_SHIFT = 6;
    static final int PAGE_LINES = 1 << PAGE_SHIFT;

    static final int NOBODY = -1;

    /** Holders of each line: a bit per core, 64 cores in a word. */
    private final long[] holders;
    private final int words;
    /** Time at which each line can serve the next request, in picoseconds. */
    final long[] free = new long[LINES];
    /** Counts writes. */
    final int[] version = new int[LINES];
    /** Lines of each page that exactly one core has (MESI: M or E). */
    final long[] exclusive = new long[LINES >> PAGE_SHIFT];
    /** Lines of each page that differ from memory; together with several sharers this is the GOLS state. */
    final long[] dirty = new long[LINES >> PAGE_SHIFT];
    /** Lines of each page that sleeping PEs wait for. */
    final long[] watched = new long[LINES >> PAGE_SHIFT];
    /** Lines of each page that each core has. */
    final long[] owned;
    /** Lines of each page whose tags are in each core's first cache. */
    final long[] inFirst;
    /** Lines of each page whose tags are in each core's second cache. */
    final long[] inSecond;
    private final int cores;
    private LinkedHashSet<Integer>[] watchers;

    LineChunk(int cores) {
        this.cores = cores;
        words = Math.ceilDiv(cores, Long.SIZE);
        holders = new long[LINES * words];
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

    /** {@return the bits of consecutive lines of a page} */
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

    private int word(int index, int core) {
        return index * words + (core >> 6);
    }

    boolean held(int index, int core) {
        return (holders[word(index, core)] & 1L << core) != 0;
    }

    boolean heldByNone(int index) {
        return nextHolder(index, 0) == NOBODY;
    }

    /** {@return whether only this core has a line} */
    boolean heldOnlyBy(int index, int core) {
        return holders[word(index, core)] == 1L << core && (words == 1 || heldByNoOther(index, core));
    }

    private boolean heldByNoOther(int index, int core) {
        return nextHolder(index, 0) == core && nextHolder(index, core + 1) == NOBODY;
    }

    /** {@return the first core from a number on that has a line, or NOBODY} */
    int nextHolder(int index, int from) {
        for (int word = from >> 6; word < words; word++) {
            long left = holders[index * words + word] & (word == from >> 6 ? -1L << from : -1L);
            if (left != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        return NOBODY;
    }

    void share(int index, int core) {
        holders[word(index, core)] |= 1L << core;
        owned[column(index, core)] |= bit(index);
    }

    void leave(int index, int core) {
        holders[word(index, core)] &= ~(1L << core);
        owned[column(index, core)] &= ~bit(index);
    }

    /** Takes consecutive lines of a page from a core; {@return those that no core has any more} */
    long leave(int index, int run, int core) {
        int column = column(index, core);
        long held = owned[column] & bits(index, run);
        owned[column] &= ~bits(index, run);
        long shared = 0;
        for (int k = index; k < index + run; k++) {
            holders[word(k, core)] &= ~(1L << core);
            shared |= heldByNone(k) ? 0 : bit(k);
        }
        return held & ~shared;
    }

    /** Gives a line to one core only. */
    void take(int index, int core) {
        for (int other = nextHolder(index, 0); other != NOBODY; other = nextHolder(index, other + 1)) {
            leave(index, other);
        }
        share(index, core);
    }

    /** Gives consecutive lines that no core has to a core. */
    void takeFresh(int index, int run, int core) {
        for (int k = index; k < index + run; k++) {
            holders[word(k, core)] = 1L << core;
        }
        owned[column(index, core)] |= bits(index, run);
    }

    /** {@return the PEs that sleep until a line is written, in the order in which they began to sleep} */
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/** The states of {@value #LINES} neighbouring lines, column by column. */
final class LineChunk {
    static final int SHIFT = 10;
    static final int LINES = 1 << SHIFT;
    static final int MASK = LINES - 1;

    /** The one core that has the line has it alone (MESI: M or E). */
    static final byte EXCLUSIVE = 1;
    /** The line differs from memory; together with several sharers this is the GOLS state. */
    static final byte DIRTY = 2;
    /** PEs sleep until the line is written. */
    static final byte WATCHED = 4;

    /** One bit for each core that has the line. */
    final long[] sharers = new long[LINES];
    /** When the line can serve the next request, in picoseconds. */
    final long[] free = new long[LINES];
    /** Counts writes. */
    final int[] version = new int[LINES];
    final byte[] flags = new byte[LINES];
    private WatchList[] watchers;

    /**
     * {@return the PEs that watch a line, made on first use}
     *
     * @param index of the line in this chunk
     */
    WatchList watchers(int index) {
        if (watchers == null) {
            watchers = new WatchList[LINES];
        }
        if (watchers[index] == null) {
            watchers[index] = new WatchList();
        }
        return watchers[index];
    }
}

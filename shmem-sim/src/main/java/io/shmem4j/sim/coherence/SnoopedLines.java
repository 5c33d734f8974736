// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import java.util.Arrays;

/**
 * Consecutive lines of a machine with a protocol. The directory isn't told when a core evicts a line, so a core keeps
 * its state until the group's last cache loses the line.
 */
final class SnoopedLines {
    static final int SHIFT = 10;
    static final byte NONE = -1;
    private static final int LINES = 1 << SHIFT;
    private static final LineState[] STATES = LineState.values();

    /** Cores in any state but I, a bit each. */
    final long[] holders = new long[LINES];
    /** Cores whose first and second cache have the line's tag. */
    final long[][] own = new long[2][LINES];
    /** The core in state M, O, E or F; all others are in S. */
    final byte[] owner = new byte[LINES];
    private final byte[] state = new byte[LINES];
    /** Groups whose last cache has the line's tag, and the line. */
    final byte[] third = new byte[LINES];
    final byte[] inThird = new byte[LINES];
    /** Socket of the line's memory. */
    final byte[] home = new byte[LINES];

    SnoopedLines() {
        Arrays.fill(owner, NONE);
        Arrays.fill(home, NONE);
    }

    static int index(long line) {
        return (int) line & LINES - 1;
    }

    LineState state(int i, int core) {
        return (holders[i] & 1L << core) == 0 ? LineState.INVALID
            : owner[i] == core ? STATES[state[i]] : LineState.SHARED;
    }

    LineState ofOwner(int i) {
        return owner[i] == NONE ? LineState.INVALID : STATES[state[i]];
    }

    void set(int i, int core, LineState now) {
        holders[i] |= 1L << core;
        if (now != LineState.SHARED) {
            owner[i] = (byte) core;
            state[i] = (byte) now.ordinal();
        } else if (owner[i] == core) {
            owner[i] = NONE;
        }
    }

    /** Takes a line from cores. */
    void leave(int i, long cores) {
        holders[i] &= ~cores;
        if (owner[i] != NONE && (cores & 1L << owner[i]) != 0) {
            owner[i] = NONE;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.coherence.CoherentChip.Port;

/**
 * The last transfer of each hardware thread. Threads of a core share its caches, so one may find a line there that
 * another has only requested; it waits until the line has arrived.
 */
final class InFlight {
    private final int perCore;
    private final long[] firstLines;
    private final long[] lastLines;
    private final long[] ends;

    InFlight(int cores, int perCore) {
        this.perCore = perCore;
        firstLines = new long[cores * perCore];
        lastLines = new long[cores * perCore];
        ends = new long[cores * perCore];
    }

    void start(Port port, long firstLine, long lastLine, long end) {
        if (perCore > 1) {
            int at = port.core * perCore + port.thread;
            firstLines[at] = firstLine;
            lastLines[at] = lastLine;
            ends[at] = end;
        }
    }

    /** {@return the time from which lines that the own core has can be used} */
    long arrival(Port port, long firstLine, long lastLine, long now) {
        if (perCore == 1) {
            return now;
        }
        long time = now;
        int first = port.core * perCore;
        for (int at = first; at < first + perCore; at++) {
            if (firstLines[at] <= lastLine && firstLine <= lastLines[at] && ends[at] > time) {
                time = ends[at];
            }
        }
        return time;
    }
}

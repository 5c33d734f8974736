// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/** One PE's access to the chip: the hardware thread it runs on, and what the chip remembers about its last message. */
public final class Port {
    private static final long NONE = -1;

    final int core;
    final int thread;
    /** The data this PE sends next came from memory, which makes the message dearer for its receiver. */
    boolean sourceInMemory;
    private long overheadLine = NONE;
    private long overhead;

    public Port(int core, int thread) {
        this.core = core;
        this.thread = thread;
    }

    public int core() {
        return core;
    }

    public void woken(long line, long picos) {
        overheadLine = line;
        overhead = picos;
    }

    long takeOverhead(long line) {
        if (line != overheadLine) {
            return 0;
        }
        overheadLine = NONE;
        return overhead;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/** A program of all PEs on a block of lines; one object serves one execution. */
public abstract class LineAlgorithm {
    protected final long base;
    private final int lines;

    protected LineAlgorithm(long base, int lines) {
        this.base = base;
        this.lines = lines;
    }

    public final int lines() {
        return lines;
    }

    /** Brings the block's lines into the states they begin in, without cost: into memory. */
    public void prepare(CoherentChip chip) {
        for (long line = base; line < base + lines; line++) {
            chip.flush(line);
        }
    }

    public abstract void run(VirtualPe pe);

    /** {@return the time of an execution on one PE, in picoseconds; an execution takes as long as its slowest PE} */
    public long duration(VirtualPe pe, long start) {
        return pe.now() - start;
    }

    public abstract void check();

    protected static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}

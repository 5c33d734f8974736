// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/** A program of all PEs on a block of lines; one object serves one execution. */
public abstract class LineAlgorithm {
    /** First line of the block. */
    protected final long base;

    protected LineAlgorithm(long base) {
        this.base = base;
    }

    /** {@return how many lines the block has} */
    public abstract int lines();

    /** Brings the block's lines into the states they begin in, without cost. */
    public abstract void prepare(CoherentChip chip);

    /** One PE's part. */
    public abstract void run(VirtualPe pe);

    /** {@return the time of an execution on one PE, in picoseconds; an execution takes as long as its slowest PE} */
    public long duration(VirtualPe pe, long start) {
        return pe.now() - start;
    }

    /** Throws an exception if a result is wrong. */
    public abstract void check();

    /**
     * Throws an exception if something does not hold.
     *
     * @param what the message if not
     */
    protected static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}

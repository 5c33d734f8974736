// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.run.VirtualPe;

/**
 * A collective of a library, called again and again as benchmarks of libraries do: PEs start together once, no line is
 * set between calls, and the time is the mean of a call. A PE may begin a call while others are in the one before.
 */
public abstract class RowOfCalls extends LineAlgorithm {
    private static final int CALLS = 24;
    /** The first calls, which find the lines in other states than later ones, do not count. */
    private static final int SETTLING = 4;

    private long settled;
    /** Whether a PE left early or got another result than the right one. */
    boolean wrong;

    RowOfCalls(long base, int lines) {
        super(base, lines);
    }

    @Override
    public final void run(VirtualPe pe) {
        for (int call = 0; call < CALLS; call++) {
            if (call == SETTLING) {
                settled = Math.max(settled, pe.now());
            }
            call(pe, call);
        }
    }

    abstract void call(VirtualPe pe, int call);

    /** {@return the mean time of a call, from the moment when the last PE has settled to when this one is done} */
    @Override
    public final long duration(VirtualPe pe, long start) {
        return (pe.now() - settled) / (CALLS - SETTLING);
    }

    @Override
    public final void check() {
        require(!wrong, "a PE left a call early, or its result is wrong");
    }
}

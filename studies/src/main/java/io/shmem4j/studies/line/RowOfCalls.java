// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.run.VirtualPe;

/**
 * A library's collective, called repeatedly as benchmarks of libraries do: PEs start together once, lines keep their
 * state between calls, and the result is the mean time of a call. A PE may start a call while other PEs are still in
 * the previous one.
 */
public abstract class RowOfCalls extends LineAlgorithm {
    private static final int CALLS = 24;
    /** First calls, which find the lines in other states than later ones, and are not counted. */
    private static final int SETTLING = 4;

    private long settled;
    /** Whether a PE left early or got a wrong result. */
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

    /** {@return the mean time of a call, from when the last PE has settled until this PE is done} */
    @Override
    public final long duration(VirtualPe pe, long start) {
        return (pe.now() - settled) / (CALLS - SETTLING);
    }

    @Override
    public final void check() {
        require(!wrong, "a PE left a call early, or its result is wrong");
    }
}

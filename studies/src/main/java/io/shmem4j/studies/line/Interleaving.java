// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/**
 * Two writers, PEs 0 and 1, and a reader, PE 2, take turns at a line that is in memory at first, in a given order
 * (figure 7). The duration is the sum of their accesses.
 */
public final class Interleaving extends LineAlgorithm {
    private static final long TURN = 10_000_000;

    private final int[] order;
    private long spent;

    /**
     * One sequence.
     *
     * @param order who accesses it, one after the other
     */
    public Interleaving(long base, int... order) {
        super(base, 1);
        this.order = order.clone();
    }

    @Override
    public void run(VirtualPe pe) {
        long start = pe.now();
        for (int turn = 0; turn < order.length; turn++) {
            pe.waitUntilTime(start + turn * TURN);
            if (order[turn] == pe.number()) {
                access(pe);
            }
        }
        pe.waitUntilTime(start + order.length * TURN);
    }

    private void access(VirtualPe pe) {
        long begin = pe.now();
        if (pe.number() == 2) {
            pe.read(base);
        } else {
            pe.write(base);
        }
        spent += pe.now() - begin;
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return spent;
    }

    @Override
    public void check() {
        require(spent > 0, "nobody had a turn");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/** Ping-pongs of several pairs at once (section 3.4); it takes as long as its slowest pair. */
public final class PairedPingPong extends LineAlgorithm {
    private final PingPong[] ofPe;
    private final int[] role;
    private final int size;

    /**
     * One exchange of all pairs.
     *
     * @param partner the other PE of each PE's pair, or -1 for a PE that has none; the smaller number begins
     */
    public PairedPingPong(long base, int size, int... partner) {
        super(base);
        this.size = size;
        this.ofPe = new PingPong[partner.length];
        this.role = new int[partner.length];
        long block = base;
        for (int pe = 0; pe < partner.length; pe++) {
            if (partner[pe] > pe) {
                ofPe[pe] = new PingPong(block, size, false);
                ofPe[partner[pe]] = ofPe[pe];
                role[partner[pe]] = 1;
                block += ofPe[pe].lines();
            }
        }
    }

    /** {@return partners in groups of four whose pairs are interleaved} */
    public static int[] interleaved(int pes) {
        int[] partner = new int[pes];
        for (int pe = 0; pe < pes; pe++) {
            partner[pe] = pe ^ 2;
        }
        return partner;
    }

    /** {@return partners so that all messages pass the same part of the ring: the first with the last and so on} */
    public static int[] nested(int pes) {
        int[] partner = new int[pes];
        for (int pe = 0; pe < pes; pe++) {
            partner[pe] = pes - 1 - pe;
        }
        return partner;
    }

    @Override
    public int lines() {
        return 2 * ofPe.length * size;
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int pe = 0; pe < ofPe.length; pe++) {
            if (ofPe[pe] != null) {
                ofPe[pe].prepare(chip, pe, role[pe]);
            }
        }
    }

    @Override
    public void run(VirtualPe pe) {
        if (ofPe[pe.number()] != null) {
            ofPe[pe.number()].run(pe, role[pe.number()]);
        }
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        PingPong pair = ofPe[pe.number()];
        return pair == null ? 0 : pair.duration(pe, role[pe.number()]);
    }

    @Override
    public void check() {
        for (PingPong pair : ofPe) {
            if (pair != null) {
                pair.check();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A barrier by m-way dissemination (section 4.2): every PE has one line. In each round it raises its flag there, reads
 * the flags of m others, writing an acknowledgement next to each, and waits for the acknowledgements of its own.
 */
public final class DisseminationBarrier extends LineAlgorithm {
    private final Dissemination pattern;
    private final int n;
    private final int[] round;
    private final int[] acknowledged;
    private final boolean[] entered;
    private boolean leftEarly;

    public DisseminationBarrier(long base, Dissemination pattern) {
        super(base, pattern.size());
        this.pattern = pattern;
        this.n = pattern.size();
        this.round = new int[n];
        this.acknowledged = new int[n];
        this.entered = new boolean[n];
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int pe = 0; pe < n; pe++) {
            chip.place(pe, base + pe, true);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        entered[me] = true;
        for (int r = 0; r < pattern.rounds(); r++) {
            int now = r + 1;
            pe.write(base + me);
            round[me] = now;
            for (int way = 1; way <= pattern.ways(); way++) {
                int other = pattern.from(me, r, way);
                pe.await(base + other, () -> round[other] >= now);
                pe.write(base + other);
                acknowledged[other]++;
            }
            pe.await(base + me, () -> acknowledged[me] >= now * pattern.ways());
        }
        for (boolean in : entered) {
            leftEarly |= !in;
        }
    }

    @Override
    public void check() {
        require(!leftEarly, "a PE left the barrier before all had entered");
    }
}

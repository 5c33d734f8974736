// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Dissemination;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A barrier by m-way dissemination (section 4.2): every PE has one line. In each round it raises its flag there, reads
 * the flags of m others, writing an acknowledgement next to each, and waits for the acknowledgements of its own.
 */
public final class DisseminationBarrier extends LineAlgorithm {
    private final Dissemination pattern;
    private final int n;
    private final Words round;
    private final Words acknowledged;
    private final boolean[] entered;
    private boolean leftEarly;

    public DisseminationBarrier(long base, Dissemination pattern) {
        super(base, pattern.size());
        this.pattern = pattern;
        this.n = pattern.size();
        this.round = new Words(base, n);
        this.acknowledged = new Words(base, n);
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
            round.set(pe, me, now);
            for (int way = 1; way <= pattern.ways(); way++) {
                int other = pattern.from(me, r, way);
                round.await(pe, other, now);
                acknowledged.add(pe, other);
            }
            acknowledged.await(pe, me, (long) now * pattern.ways());
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

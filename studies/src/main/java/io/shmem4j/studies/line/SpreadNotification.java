// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/** The other form of notification (section 4.1.1): every PE has a line of its own, and PE 0 reads them all. */
public final class SpreadNotification extends LineAlgorithm {
    private final int n;
    private final boolean[] done;
    private int seen;

    public SpreadNotification(long base, int pes) {
        super(base);
        this.n = pes;
        this.done = new boolean[pes];
    }

    @Override
    public int lines() {
        return n;
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int pe = 0; pe < n; pe++) {
            chip.flush(base + pe);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        if (me == 0) {
            for (int other = 1; other < n; other++) {
                int watched = other;
                pe.await(base + other, () -> done[watched]);
                seen++;
            }
        } else {
            pe.write(base + me);
            done[me] = true;
        }
    }

    @Override
    public void check() {
        require(seen == n - 1, seen + " of " + (n - 1) + " notifications arrived");
    }
}

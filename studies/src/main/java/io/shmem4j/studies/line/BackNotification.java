// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/** All PEs but PE 0 add to one line, in memory at first, that PE 0 polls until all have done so (section 4.1.1). */
public final class BackNotification extends LineAlgorithm {
    private final int n;
    private int count;

    public BackNotification(long base, int pes) {
        super(base);
        this.n = pes;
    }

    @Override
    public int lines() {
        return 1;
    }

    @Override
    public void prepare(CoherentChip chip) {
        chip.flush(base);
    }

    @Override
    public void run(VirtualPe pe) {
        if (pe.number() == 0) {
            pe.await(base, () -> count == n - 1);
        } else {
            pe.write(base);
            count++;
        }
    }

    @Override
    public void check() {
        require(count == n - 1, count + " of " + (n - 1) + " notifications arrived");
    }
}

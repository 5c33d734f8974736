// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/** All PEs but the last copy one line, which the last one owns, to private lines at the same time (section 3.3). */
public final class ContendedCopy extends LineAlgorithm {
    private static final long VALUE = 77;

    private final int n;
    private final boolean inMemory;
    private final long[] copies;

    public ContendedCopy(long base, int readers, boolean inMemory) {
        super(base, readers + 1);
        this.n = readers;
        this.inMemory = inMemory;
        this.copies = new long[readers];
    }

    @Override
    public void prepare(CoherentChip chip) {
        super.prepare(chip);
        if (!inMemory) {
            for (int pe = 0; pe <= n; pe++) {
                chip.place(pe, pe < n ? base + 1 + pe : base, false);
            }
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        if (me < n) {
            pe.read(base);
            pe.write(base + 1 + me);
            copies[me] = VALUE;
        }
    }

    @Override
    public void check() {
        for (long copy : copies) {
            require(copy == VALUE, "a PE has no copy");
        }
    }
}

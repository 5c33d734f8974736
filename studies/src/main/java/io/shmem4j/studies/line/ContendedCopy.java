// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.CoherentMachine;
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

    /** {@return nanoseconds of a broadcast's copies alone: level by level, all children of a node at once} */
    public static double ofLevels(CoherentMachine machine, Tree tree) {
        double nanos = 0;
        for (int node = 0; tree.childCount(node) > 0; node = tree.child(node, 0)) {
            int children = tree.childCount(node);
            nanos += Repetition.once(machine, children + 1, base -> new ContendedCopy(base, children, false));
        }
        return nanos;
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

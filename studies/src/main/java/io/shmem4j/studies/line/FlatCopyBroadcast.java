// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import java.util.Arrays;

/**
 * A broadcast of many lines, all of which every PE copies from the root (section 4.1.3): the root marks the structure
 * as occupied, publishes where its buffer is, and waits until all others have counted themselves on one line.
 */
public final class FlatCopyBroadcast extends LineAlgorithm {
    private final int n;
    private final int size;
    private final boolean[] copied;
    private boolean ready;
    private int acknowledged;

    /** From PE 0, of some lines that are at most one transfer. */
    public FlatCopyBroadcast(long base, int pes, int size) {
        super(base, pes * size + 3);
        this.n = pes;
        this.size = size;
        this.copied = new boolean[pes];
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int pe = 0; pe < n; pe++) {
            for (int i = 0; i < size; i++) {
                chip.place(pe, buffer(pe) + i, false);
            }
        }
        chip.flush(occupied());
        chip.flush(flag());
        chip.flush(count());
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        if (me == 0) {
            copied[0] = true;
            pe.write(occupied());
            pe.write(flag());
            ready = true;
            pe.await(count(), () -> acknowledged == n - 1);
        } else {
            pe.await(flag(), () -> ready);
            pe.copy(buffer(0), buffer(me), size, true);
            copied[me] = copied[0];
            pe.write(count());
            acknowledged++;
        }
    }

    @Override
    public void check() {
        boolean[] all = new boolean[n];
        Arrays.fill(all, true);
        require(Arrays.equals(all, copied), "not everybody has the message");
    }

    private long buffer(int pe) {
        return base + (long) pe * size;
    }

    private long flag() {
        return base + (long) n * size;
    }

    private long count() {
        return flag() + 1;
    }

    private long occupied() {
        return flag() + 2;
    }
}

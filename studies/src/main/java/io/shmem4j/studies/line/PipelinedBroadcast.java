// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import java.util.Arrays;

/**
 * A broadcast of many lines in n - 1 slices (section 4.1.3): first every PE copies another slice from the root, then,
 * stage by stage, the slice its neighbour got in the stage before. Each PE has one line with its flag, its progress and
 * the acknowledgement of its reader, which only the last one writes.
 */
public final class PipelinedBroadcast extends LineAlgorithm {
    private final int n;
    private final int size;
    private final int[] stage;
    private final boolean[] acknowledged;
    private final boolean[][] has;
    private boolean ready;
    private int taken;

    /** From PE 0. */
    public PipelinedBroadcast(long base, int pes, int size) {
        super(base, pes * size + pes + 1);
        this.n = pes;
        this.size = size;
        this.stage = new int[pes];
        this.acknowledged = new boolean[pes];
        this.has = new boolean[pes][pes - 1];
        Arrays.fill(has[0], true);
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int pe = 0; pe < n; pe++) {
            for (int i = 0; i < size; i++) {
                chip.place(pe, buffer(pe) + i, false);
            }
            chip.flush(flag(pe));
        }
        chip.flush(count());
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        if (me == 0) {
            pe.write(flag(0));
            ready = true;
            pe.await(count(), () -> taken == n - 1);
            return;
        }
        pe.write(flag(me));
        pe.await(flag(0), () -> ready);
        copy(pe, 0, me - 1);
        publish(pe, 1);
        int left = me == 1 ? n - 1 : me - 1;
        for (int s = 1; s < n - 1; s++) {
            int before = s;
            if (s == me % (n - 1)) {
                pe.write(count());
                taken++;
            }
            pe.await(flag(left), () -> stage[left] >= before);
            copy(pe, left, Math.floorMod(me - 1 - s, n - 1));
            publish(pe, s + 1);
        }
        if (me % (n - 1) == 0) {
            pe.write(count());
            taken++;
        }
        pe.write(flag(left));
        acknowledged[left] = true;
        pe.await(flag(me), () -> acknowledged[me]);
    }

    private void publish(VirtualPe pe, int stages) {
        pe.write(flag(pe.number()));
        stage[pe.number()] = stages;
    }

    private void copy(VirtualPe pe, int from, int slice) {
        int first = slice * size / (n - 1);
        int lines = (slice + 1) * size / (n - 1) - first;
        if (lines > 0) {
            pe.copy(buffer(from) + first, buffer(pe.number()) + first, lines, true);
        }
        has[pe.number()][slice] = has[from][slice];
    }

    @Override
    public void check() {
        for (boolean[] slices : has) {
            for (boolean slice : slices) {
                require(slice, "a PE lacks a slice");
            }
        }
    }

    private long buffer(int pe) {
        return base + (long) pe * size;
    }

    private long flag(int pe) {
        return base + (long) n * size + pe;
    }

    private long count() {
        return flag(n);
    }
}

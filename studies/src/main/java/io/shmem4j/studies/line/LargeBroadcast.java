// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import java.util.Arrays;

/**
 * Broadcasts of many lines from PE 0 (section 4.1.3). Each PE has a buffer in its cache; behind the buffers are lines
 * for notifications, in memory.
 */
public abstract class LargeBroadcast extends LineAlgorithm {
    final int n;
    final int size;
    final Words notes;

    private LargeBroadcast(long base, int pes, int size, int notifications) {
        super(base, pes * size + notifications);
        this.n = pes;
        this.size = size;
        this.notes = new Words(buffer(pes), notifications);
    }

    @Override
    public final void prepare(CoherentChip chip) {
        for (int i = 0; i < lines(); i++) {
            if (i < n * size) {
                chip.place(i / size, base + i, false);
            } else {
                chip.flush(base + i);
            }
        }
    }

    final long buffer(int pe) {
        return base + (long) pe * size;
    }

    /**
     * Every PE copies all lines from the root, at most one transfer: the root marks the structure as occupied,
     * publishes where its buffer is, and waits until all others have counted themselves on one line.
     */
    public static final class Flat extends LargeBroadcast {
        private static final int READY = 0;
        private static final int COPIES = 1;
        private static final int OCCUPIED = 2;

        private final boolean[] copied;

        public Flat(long base, int pes, int size) {
            super(base, pes, size, 3);
            this.copied = new boolean[pes];
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            if (me == 0) {
                copied[0] = true;
                notes.set(pe, OCCUPIED, 1);
                notes.set(pe, READY, 1);
                notes.await(pe, COPIES, n - 1);
            } else {
                notes.await(pe, READY, 1);
                pe.copy(buffer(0), buffer(me), size, true);
                copied[me] = copied[0];
                notes.add(pe, COPIES);
            }
        }

        @Override
        public void check() {
            for (boolean has : copied) {
                require(has, "not everybody has the message");
            }
        }
    }

    /**
     * A broadcast in n - 1 slices: first every PE copies another slice from the root, then, stage by stage, the slice
     * its neighbour got in the stage before. Each PE has one line with its flag, its progress and the acknowledgement
     * of its reader, which only the last one writes. The root's says that all may begin; behind them all is a count of
     * PEs that have copied from the root.
     */
    public static final class Pipelined extends LargeBroadcast {
        private final Words acknowledged;
        private final boolean[][] has;

        public Pipelined(long base, int pes, int size) {
            super(base, pes, size, pes + 1);
            this.acknowledged = new Words(notes.line(0), pes);
            this.has = new boolean[pes][pes - 1];
            Arrays.fill(has[0], true);
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            if (me == 0) {
                notes.set(pe, 0, 1);
                notes.await(pe, n, n - 1);
                return;
            }
            pe.write(notes.line(me));
            notes.await(pe, 0, 1);
            copy(pe, 0, me - 1);
            notes.set(pe, me, 1);
            int left = me == 1 ? n - 1 : me - 1;
            for (int s = 1; s < n - 1; s++) {
                if (s == me % (n - 1)) {
                    notes.add(pe, n);
                }
                notes.await(pe, left, s);
                copy(pe, left, Math.floorMod(me - 1 - s, n - 1));
                notes.set(pe, me, s + 1);
            }
            if (me % (n - 1) == 0) {
                notes.add(pe, n);
            }
            acknowledged.set(pe, left, 1);
            acknowledged.await(pe, me, 1);
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
    }
}

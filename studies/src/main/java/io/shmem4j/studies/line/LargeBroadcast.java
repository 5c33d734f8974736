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

    private LargeBroadcast(long base, int pes, int size, int notifications) {
        super(base, pes * size + notifications);
        this.n = pes;
        this.size = size;
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

    final long notification(int index) {
        return buffer(n) + index;
    }

    /**
     * Every PE copies all lines from the root, at most one transfer: the root marks the structure as occupied,
     * publishes where its buffer is, and waits until all others have counted themselves on one line.
     */
    public static final class Flat extends LargeBroadcast {
        private final boolean[] copied;
        private boolean ready;
        private int acknowledged;

        public Flat(long base, int pes, int size) {
            super(base, pes, size, 3);
            this.copied = new boolean[pes];
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            long flag = notification(0);
            long count = notification(1);
            long occupied = notification(2);
            if (me == 0) {
                copied[0] = true;
                pe.write(occupied);
                pe.write(flag);
                ready = true;
                pe.await(count, () -> acknowledged == n - 1);
            } else {
                pe.await(flag, () -> ready);
                pe.copy(buffer(0), buffer(me), size, true);
                copied[me] = copied[0];
                pe.write(count);
                acknowledged++;
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
     * of its reader, which only the last one writes.
     */
    public static final class Pipelined extends LargeBroadcast {
        private final int[] stage;
        private final boolean[] acknowledged;
        private final boolean[][] has;
        private boolean ready;
        private int taken;

        public Pipelined(long base, int pes, int size) {
            super(base, pes, size, pes + 1);
            this.stage = new int[pes];
            this.acknowledged = new boolean[pes];
            this.has = new boolean[pes][pes - 1];
            Arrays.fill(has[0], true);
        }

        @Override
        public void run(VirtualPe pe) {
            int me = pe.number();
            if (me == 0) {
                pe.write(notification(0));
                ready = true;
                pe.await(notification(n), () -> taken == n - 1);
                return;
            }
            pe.write(notification(me));
            pe.await(notification(0), () -> ready);
            copy(pe, 0, me - 1);
            publish(pe, 1);
            int left = me == 1 ? n - 1 : me - 1;
            for (int s = 1; s < n - 1; s++) {
                int before = s;
                if (s == me % (n - 1)) {
                    pe.write(notification(n));
                    taken++;
                }
                pe.await(notification(left), () -> stage[left] >= before);
                copy(pe, left, Math.floorMod(me - 1 - s, n - 1));
                publish(pe, s + 1);
            }
            if (me % (n - 1) == 0) {
                pe.write(notification(n));
                taken++;
            }
            pe.write(notification(left));
            acknowledged[left] = true;
            pe.await(notification(me), () -> acknowledged[me]);
        }

        private void publish(VirtualPe pe, int stages) {
            pe.write(notification(pe.number()));
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
    }
}

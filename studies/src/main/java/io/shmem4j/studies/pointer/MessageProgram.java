// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Cmp;
import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Messages;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.List;

/**
 * Integer sums over all PEs by {@link Messages}, as an MPI computes them, and recursive doubling in which the left PE
 * computes for both.
 */
final class MessageProgram extends JobProgram {
    private static final String LEFT = "left";
    private static final List<String> WAYS = List.of("recdbl", "rabenseifner", "ring", LEFT);
    private static final int LINE = 8;
    private static final int LANES = 16;
    private static final int ROUNDS = 2;
    private static final int PART = 1 << 12;

    private final int[] sizes;

    /**
     * Measures microseconds of each algorithm, for 4 bytes times each power of 4. The number of PEs is a power of two.
     */
    MessageProgram(int pes, int mostBytes) {
        super("two-sided", pes, 2L * mostBytes + Messages.bytes(pes) + SPARE, ROUNDS);
        this.sizes = powersOfFour(mostBytes);
    }

    @Override
    void run(Shmem shmem) {
        Side side = new Side(shmem, sizes[sizes.length - 1] / Integer.BYTES);
        for (int size = 0; size < sizes.length; size++) {
            int count = sizes[size] / Integer.BYTES;
            for (String way : WAYS) {
                measure(shmem, way, size, sizes, round -> side.fill(count), () -> side.sum(way, count),
                    round -> side.isRight(count));
            }
        }
    }

    /** One PE's buffers and messages. */
    private static final class Side {
        private final Shmem shmem;
        private final int me;
        private final int steps;
        private final Messages.OfInts messages;
        private final SymmetricInts data;
        private final SymmetricInts received;
        private final SymmetricLongs asked;
        private final long[] meetings;
        private final IntView ownData;
        private final IntView ownReceived;
        private final int[] left = new int[PART];
        private final int[] right = new int[PART];

        Side(Shmem shmem, int most) {
            this.shmem = shmem;
            this.me = shmem.myPe();
            this.steps = Integer.numberOfTrailingZeros(shmem.nPes());
            this.messages = new Messages.OfInts(new KernelHeap(shmem));
            this.data = shmem.allocateInts(most, 64);
            this.received = shmem.allocateInts(most, 64);
            this.asked = shmem.allocateLongs((long) steps * LINE, 64);
            this.meetings = new long[steps];
            this.ownData = shmem.view(data, me);
            this.ownReceived = shmem.view(received, me);
        }

        void fill(int count) {
            int[] numbers = new int[count];
            Arrays.fill(numbers, me + 1);
            ownData.write(0, numbers, 0, count);
        }

        void sum(String way, int count) {
            switch (count < shmem.nPes() && !way.equals(LEFT) ? "recdbl" : way) {
                case "recdbl" -> doubling(count);
                case "rabenseifner" -> halving(count);
                case "ring" -> ring(count);
                default -> leftComputes(count);
            }
        }

        boolean isRight(int count) {
            int n = shmem.nPes();
            return ownData.get(0) == n * (n + 1) / 2 && ownData.get(count - 1) == n * (n + 1) / 2;
        }

        private void doubling(int count) {
            for (int step = 0; step < steps; step++) {
                exchange(step, 0, 0, count, ownReceived);
                add(0, count);
            }
        }

        /** Halves the summed vector in each step, then doubles the complete part on the way back. */
        private void halving(int count) {
            int from = 0;
            int length = count;
            for (int step = 0; step < steps; step++) {
                length /= 2;
                boolean upper = (me >> step & 1) == 1;
                int keep = upper ? from + length : from;
                exchange(step, upper ? from : from + length, keep, length, ownReceived);
                add(keep, length);
                from = keep;
            }
            for (int step = steps - 1; step >= 0; step--) {
                boolean upper = (me >> step & 1) == 1;
                int theirs = upper ? from - length : from + length;
                exchange(step, from, theirs, length, ownData);
                from = Math.min(from, theirs);
                length *= 2;
            }
        }

        /** Passes blocks round the ring, first to add them, then to copy the sums. */
        private void ring(int count) {
            int n = shmem.nPes();
            int block = count / n;
            for (int round = 0; round < 2 * (n - 1); round++) {
                int out = Math.floorMod(me - round, n) * block;
                int in = Math.floorMod(me - round - 1, n) * block;
                boolean sums = round < n - 1;
                exchange((me + 1) % n, out, (me + n - 1) % n, in, block, sums ? ownReceived : ownData);
                if (sums) {
                    add(in, block);
                }
            }
        }

        private void exchange(int step, int out, int in, int count, IntView target) {
            exchange(me ^ 1 << step, out, me ^ 1 << step, in, count, target);
        }

        /** Sends a part of the data and receives one of equal length. */
        private void exchange(int dest, int out, int source, int in, int count, IntView target) {
            messages.exchange(dest, count, (pe, at, done, part) -> messages.of(pe).copy(at, ownData, out + done, part),
                source, count, (pe, at, done, part) -> target.copy(in + done, messages.of(pe), at, part));
        }

        private void add(int from, int count) {
            add(ownData, ownReceived, from, count, false);
        }

        /** Adds one view's numbers to another's, and copies the sums back if both need them. */
        private void add(IntView sum, IntView other, int from, int count, boolean both) {
            for (int done = 0; done < count; done += PART) {
                int part = Math.min(PART, count - done);
                sum.read(from + done, left, 0, part);
                other.read(from + done, right, 0, part);
                for (int i = 0; i < part; i++) {
                    left[i] += right[i];
                }
                VirtualTime.work(shmem, WorkKind.VECTOR, (part + LANES - 1) / LANES);
                sum.write(from + done, left, 0, part);
                if (both) {
                    other.write(from + done, left, 0, part);
                }
            }
        }

        /** The PE with the smaller number adds, writes the sum into both vectors and signals its partner. */
        private void leftComputes(int count) {
            for (int step = 0; step < steps; step++) {
                int partner = me ^ 1 << step;
                long meeting = ++meetings[step];
                if (me < partner) {
                    asked.waitUntil(step * LINE, Cmp.GE, meeting);
                    add(ownData, shmem.view(data, partner), 0, count, true);
                    shmem.fence();
                    shmem.view(asked, partner).set(step * LINE, meeting);
                } else {
                    shmem.view(asked, partner).set(step * LINE, meeting);
                    asked.waitUntil(step * LINE, Cmp.GE, meeting);
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.Cmp;
import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.work.WorkKind;
import java.util.Arrays;

/**
 * Sums of whole numbers over all PEs as an MPI makes them from two-sided messages, and recursive doubling where the
 * left PE computes for both.
 *
 * <p>A message goes by two copies: the sender loads its buffer and stores into a cell of its own, which the receiver
 * loads and stores into its buffer. Up to {@link #CELL} bytes it goes at once; more go after a rendezvous, in pieces
 * of {@link #PIECE} bytes through two cells in turn. PEs meet one partner at each distance, which has cells and
 * counters of its own.
 */
public final class MessageProgram {
    /** What the library spends on a message at each side, in nanoseconds: no source. */
    public static final int SOFTWARE_NANOS = 1000;
    private static final int CELL = 64 << 10;
    private static final int PIECE = 32 << 10;
    private static final int CELLS = 2;
    private static final int LINE = 8;
    private static final int LANES = 16;
    private static final int ROUNDS = 2;
    private static final int PART = 1 << 12;

    private final int[] sizes;
    private final double[][] micros = new double[3][];

    /**
     * Measures.
     *
     * @param mostBytes largest size, 4 times a power of 4
     */
    public MessageProgram(int mostBytes) {
        this.sizes = new int[Integer.numberOfTrailingZeros(mostBytes) / 2];
        Arrays.setAll(sizes, i -> Integer.BYTES << 2 * i);
        for (int way = 0; way < micros.length; way++) {
            micros[way] = new double[sizes.length];
        }
    }

    /**
     * {@return microseconds of each size by recursive doubling, by Rabenseifner's algorithm, and where the left
     * computes}
     */
    public double[][] micros() {
        return Arrays.stream(micros).map(double[]::clone).toArray(double[][]::new);
    }

    /**
     * {@return bytes of the symmetric heap that a PE needs}
     *
     * @param mostBytes largest size
     */
    public static long heapBytes(int mostBytes) {
        return 2L * mostBytes + Integer.SIZE * CELLS * (long) CELL + (1 << 20);
    }

    /**
     * Runs on every PE of a job of a power of two.
     *
     * @param shmem the PE
     */
    public void run(Shmem shmem) {
        Side side = new Side(shmem, sizes[sizes.length - 1] / Integer.BYTES);
        for (int size = 0; size < sizes.length; size++) {
            int count = sizes[size] / Integer.BYTES;
            for (int way = 0; way < micros.length; way++) {
                for (int round = 0; round < ROUNDS; round++) {
                    double time = side.measure(way, count);
                    micros[way][size] = round == 0 ? 0 : Math.max(micros[way][size], time);
                }
            }
        }
    }

    /** A PE's buffers, cells and counters. */
    private static final class Side {
        private final Shmem shmem;
        private final int me;
        private final int steps;
        private final SymmetricInts data;
        private final SymmetricInts received;
        private final SymmetricInts cells;
        private final SymmetricLongs filled;
        private final SymmetricLongs emptied;
        private final SymmetricLongs asked;
        private final long[] sent;
        private final long[] taken;
        private final long[] meetings;
        private final IntView ownData;
        private final IntView ownReceived;
        private final IntView ownCells;
        private final int[] left = new int[PART];
        private final int[] right = new int[PART];

        Side(Shmem shmem, int most) {
            this.shmem = shmem;
            this.me = shmem.myPe();
            this.steps = Integer.numberOfTrailingZeros(shmem.nPes());
            this.data = shmem.allocateInts(most, 64);
            this.received = shmem.allocateInts(most, 64);
            this.cells = shmem.allocateInts((long) steps * CELLS * CELL / Integer.BYTES, 64);
            this.filled = shmem.allocateLongs((long) steps * LINE, 64);
            this.emptied = shmem.allocateLongs((long) steps * LINE, 64);
            this.asked = shmem.allocateLongs((long) steps * LINE, 64);
            this.sent = new long[steps];
            this.taken = new long[steps];
            this.meetings = new long[steps];
            this.ownData = shmem.view(data, me);
            this.ownReceived = shmem.view(received, me);
            this.ownCells = shmem.view(cells, me);
        }

        double measure(int way, int count) {
            int[] numbers = new int[count];
            Arrays.fill(numbers, me + 1);
            ownData.write(0, numbers, 0, count);
            shmem.barrierAll();
            double start = shmem.time();
            if (way == 2) {
                leftComputes(count);
            } else if (way == 0 || count < shmem.nPes()) {
                doubling(count);
            } else {
                halving(count);
            }
            double end = shmem.time();
            int n = shmem.nPes();
            if (ownData.get(0) != n * (n + 1) / 2 || ownData.get(count - 1) != n * (n + 1) / 2) {
                throw new IllegalStateException("the sum is " + ownData.get(0) + " and " + ownData.get(count - 1));
            }
            return (end - start) * 1e6;
        }

        private void doubling(int count) {
            for (int step = 0; step < steps; step++) {
                exchange(step, 0, 0, count, ownReceived);
                add(0, count);
            }
        }

        /** Each step halves the vector that is summed, and the steps back double the part that is whole. */
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

        /** Sends a part of the data to the partner of a step, and receives one of the same length. */
        private void exchange(int step, int out, int in, int count, IntView target) {
            int partner = me ^ 1 << step;
            software();
            int piece = count * Integer.BYTES <= CELL ? count : PIECE / Integer.BYTES;
            if (piece < count) {
                shmem.view(asked, partner).set(step * LINE, ++meetings[step]);
                asked.waitUntil(step * LINE, Cmp.GE, meetings[step]);
            }
            for (int done = 0; done < count; done += piece) {
                int part = Math.min(piece, count - done);
                send(step, partner, out + done, part);
                receive(step, partner, in + done, part, target);
            }
            software();
        }

        private void software() {
            shmem.work(WorkKind.REDUCED_NUMBERS, SOFTWARE_NANOS);
        }

        private static int cell(int step, long number) {
            return (int) ((long) step * CELLS + number % CELLS) * (CELL / Integer.BYTES);
        }

        private void send(int step, int partner, int from, int count) {
            long number = ++sent[step];
            if (number > CELLS) {
                emptied.waitUntil(step * LINE, Cmp.GE, number - CELLS);
            }
            ownCells.copy(cell(step, number), ownData, from, count);
            shmem.fence();
            shmem.view(filled, partner).set(step * LINE, number);
        }

        private void receive(int step, int partner, int to, int count, IntView target) {
            long number = ++taken[step];
            filled.waitUntil(step * LINE, Cmp.GE, number);
            target.copy(to, shmem.view(cells, partner), cell(step, number), count);
            shmem.fence();
            shmem.view(emptied, partner).set(step * LINE, number);
        }

        private void add(int from, int count) {
            add(ownData, ownReceived, from, count, false);
        }

        /** Adds numbers of one view to another's, and back where both get the sum. */
        private void add(IntView sum, IntView other, int from, int count, boolean both) {
            for (int done = 0; done < count; done += PART) {
                int part = Math.min(PART, count - done);
                sum.read(from + done, left, 0, part);
                other.read(from + done, right, 0, part);
                for (int i = 0; i < part; i++) {
                    left[i] += right[i];
                }
                shmem.work(WorkKind.VECTOR, (part + LANES - 1) / LANES);
                sum.write(from + done, left, 0, part);
                if (both) {
                    other.write(from + done, left, 0, part);
                }
            }
        }

        /** The PE with the smaller number adds, writes the sum into both vectors and tells the other. */
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

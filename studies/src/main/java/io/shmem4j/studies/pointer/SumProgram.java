// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Cmp;
import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.MpiModel;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Integer sums over all PEs by {@link MpiModel}, as an MPI computes them, or by put and get, as section 5.1 has them: a
 * step is one put into a buffer of the other PE, whatever its length, a fence and a put of a flag, and each is a call.
 * Also recursive doubling in which the left PE computes for both.
 */
final class SumProgram extends JobProgram {
    private static final int LINE = 8;
    private static final int LANES = 16;
    private static final int PART = 1 << 12;

    private final boolean puts;
    private final int[] sizes;

    /** Measures microseconds of each algorithm, for powers of 4 bytes; the number of PEs is a power of two. */
    SumProgram(boolean puts, int pes, int mostBytes) {
        super(puts ? PROFILE : "two-sided", pes, puts ? (1L + Integer.numberOfTrailingZeros(pes)) * mostBytes + SPARE
            : 2L * mostBytes + MpiModel.bytes(pes) + SPARE, puts ? 3 : 2);
        this.puts = puts;
        this.sizes = powersOfFour(mostBytes);
        values.put("sizes", sizes);
    }

    @Override
    void run(Shmem shmem) {
        Side side = new Side(shmem, sizes[sizes.length - 1] / Integer.BYTES, puts);
        for (int size = 0; size < sizes.length; size++) {
            int count = sizes[size] / Integer.BYTES;
            for (String way : puts ? List.of("flat", "recdbl", "bruck", "rabenseifner", "left")
                : List.of("recdbl", "rabenseifner", "ring")) {
                measure(shmem, way, size, sizes, round -> side.fill(count), () -> side.sum(way, count),
                    round -> side.isRight(count));
            }
        }
    }

    /** One PE's buffers, and messages or flags. */
    private static final class Side {
        private final Shmem shmem;
        private final int me;
        private final int steps;
        private final SymmetricInts data;
        private final SymmetricInts received;
        private final IntView ownData;
        private final IntView ownReceived;
        /** Null if data are put. */
        private final MpiModel.OfInts messages;
        private final SymmetricLongs flags;
        /** Number of this sum, which its flags carry. */
        private final long[] number = new long[1];
        /** Teams of two in which RSAG by pointer is a step whose left PE computes. */
        private final List<Team> pairs;
        private final int[] left = new int[PART];
        private final int[] right = new int[PART];

        Side(Shmem shmem, int most, boolean puts) {
            this.shmem = shmem;
            this.me = shmem.myPe();
            this.steps = Integer.numberOfTrailingZeros(shmem.nPes());
            this.messages = puts ? null : new MpiModel.OfInts(new KernelHeap(shmem));
            this.data = shmem.allocateInts(most, 64);
            this.received = shmem.allocateInts((puts ? (long) steps : 1) * most, 64);
            this.flags = shmem.allocateLongs((long) LINE * shmem.nPes(), 64);
            this.ownData = shmem.view(data, me);
            this.ownReceived = shmem.view(received, me);
            this.pairs = IntStream.range(0, puts ? steps : 0).mapToObj(step -> shmem.world().split2d(2 << step).row()
                .split2d(1 << step).column().using(CollectiveOptions.environment()
                    .withReduce(ReduceAlgorithm.RABENSEIFNER).withTransfer(Transfer.DIRECT))).toList();
        }

        void fill(int count) {
            int[] numbers = new int[count];
            Arrays.fill(numbers, me + 1);
            ownData.set(0, numbers, 0, count);
        }

        void sum(String way, int count) {
            number[0]++;
            switch (messages != null && count < shmem.nPes() ? "recdbl" : way) {
                case "flat" -> flat(count);
                case "recdbl" -> doubling(count);
                case "bruck" -> bruck(count);
                case "rabenseifner" -> halving(count);
                case "ring" -> ring(count);
                default -> pairs.forEach(pair -> pair.sumReduce(data, data, count));
            }
        }

        boolean isRight(int count) {
            int n = shmem.nPes();
            return ownData.get(0) == n * (n + 1) / 2 && ownData.get(count - 1) == n * (n + 1) / 2;
        }

        private void flat(int count) {
            if (me > 0) {
                shmem.put(flags, (long) LINE * me, number, 0, 1, 0);
                await(0);
            }
            for (int pe = 1; me == 0 && pe < shmem.nPes(); pe++) {
                await(pe);
                shmem.get(received, 0, data, 0, count, pe);
                add(0, 0, count);
            }
            for (int pe = 1; me == 0 && pe < shmem.nPes(); pe++) {
                put(data, 0, 0, count, pe, 0);
            }
        }

        private void doubling(int count) {
            for (int step = 0; step < steps; step++) {
                exchange(step, me ^ 1 << step, me ^ 1 << step, 0, 0, shmem.nPes(), count, true);
            }
        }

        private void bruck(int count) {
            int n = shmem.nPes();
            for (int step = 0; step < steps; step++) {
                exchange(step, (me + n - (1 << step)) % n, (me + (1 << step)) % n, 0, 0, n, count, true);
            }
        }

        /** Halves the blocks that are summed in each step, then doubles the complete ones on the way back. */
        private void halving(int count) {
            int first = 0;
            int blocks = shmem.nPes();
            for (int step = 0; step < steps; step++) {
                blocks /= 2;
                first += (me >> step & 1) * blocks;
                exchange(step, me ^ 1 << step, me ^ 1 << step, first ^ blocks, first, blocks, count, true);
            }
            for (int step = steps - 1; step >= 0; step--) {
                exchange(step, me ^ 1 << step, me ^ 1 << step, first, first ^ blocks, blocks, count, false);
                first &= ~blocks;
                blocks *= 2;
            }
        }

        /** Passes blocks round the ring, first to add them, then to copy the sums. */
        private void ring(int count) {
            int n = shmem.nPes();
            for (int round = 0; round < 2 * (n - 1); round++) {
                exchange(round, (me + 1) % n, (me + n - 1) % n, Math.floorMod(me - round, n),
                    Math.floorMod(me - round - 1, n), 1, count, round < n - 1);
            }
        }

        private int start(int block, int count) {
            return (int) ((long) block * count / shmem.nPes());
        }

        /** Sends blocks to one PE and receives as many from another, which are added or stored. */
        private void exchange(int step, int dest, int source, int give, int take, int blocks, int count,
            boolean adds) {
            int out = start(give, count);
            int in = start(take, count);
            int length = start(take + blocks, count) - in;
            int place = messages == null ? step * count : in;
            if (messages != null) {
                IntView target = adds ? ownReceived : ownData;
                messages.exchange(dest, length, (pe, at, done, part) -> messages.of(pe).copy(at, ownData, out + done,
                    part), source, length, (pe, at, done, part) -> target.copy(in + done, messages.of(pe), at, part));
            } else {
                int flag = adds ? step : steps + step;
                put(adds ? received : data, adds ? place : out, out, start(give + blocks, count) - out, dest, flag);
                await(flag);
            }
            if (adds) {
                add(in, place, length);
            }
        }

        private void put(SymmetricInts dest, int to, int from, int count, int pe, int flag) {
            if (count > 0) {
                shmem.put(dest, to, data, from, count, pe);
                shmem.fence();
                // The fence is a call, too, as before a collective's signal.
                shmem.put(flags, 0, number, 0, 0, pe);
            }
            shmem.put(flags, (long) LINE * flag, number, 0, 1, pe);
        }

        private void await(int flag) {
            flags.waitUntil((long) LINE * flag, Cmp.GE, number[0]);
        }

        /** Adds numbers of the buffer to some of the data. */
        private void add(int to, int from, int count) {
            for (int done = 0; done < count; done += PART) {
                int part = Math.min(PART, count - done);
                ownData.get(to + done, left, 0, part);
                ownReceived.get(from + done, right, 0, part);
                for (int i = 0; i < part; i++) {
                    left[i] += right[i];
                }
                VirtualTime.work(shmem, WorkKind.VECTOR, (part + LANES - 1) / LANES);
                ownData.set(to + done, left, 0, part);
            }
        }
    }
}

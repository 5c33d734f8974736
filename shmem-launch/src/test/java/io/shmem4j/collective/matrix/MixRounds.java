// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/**
 * Thousands of collectives back to back, chosen at random with their algorithms and lengths, on overlapping teams at
 * once, which share one dest and one source. Now and then a team is freed and another one made in its place.
 *
 * <p>Every PE draws the same numbers and takes part in what concerns it, so PEs are in different rounds at a time.
 * Arguments: number of rounds (default 3000), seed (default 1).
 */
public final class MixRounds {
    private static final int TEAMS = 5;
    private static final int[] LENGTHS = {1, 2, 3, 14, 15, 100, 513, 2100};
    /** Length of some reductions, more than goes through any buffer. */
    private static final int LONG_LENGTH = 33_000;

    private final Shmem shmem;
    private final SplittableRandom random;
    private final SymmetricLongs dest;
    private final SymmetricLongs source;
    private final Team[] teams = new Team[TEAMS];
    private int round;

    private MixRounds(Shmem shmem, long seed) {
        this.shmem = shmem;
        this.random = new SplittableRandom(seed);
        this.dest = shmem.allocateLongs(Math.max(LONG_LENGTH, 2100L * shmem.nPes()));
        this.source = shmem.allocateLongs(Math.max(LONG_LENGTH, 2100L * shmem.nPes()));
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        try (Shmem shmem = Shmem.init()) {
            new MixRounds(shmem, seed).run(rounds);
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println(rounds + " rounds on " + shmem.nPes() + " PEs are right");
            }
        }
    }

    private void run(int rounds) {
        teams[0] = shmem.world();
        for (int i = 1; i < TEAMS; i++) {
            teams[i] = another();
        }
        for (round = 1; round <= rounds; round++) {
            int which = random.nextInt(TEAMS);
            if (which > 0 && random.nextInt(20) == 0) {
                if (teams[which].isMember()) {
                    teams[which].free();
                }
                teams[which] = another();
            }
            CollectiveOptions options = options();
            int operation = random.nextInt(6);
            int length = LENGTHS[random.nextInt(LENGTHS.length)];
            length = operation == 0 && random.nextInt(16) == 0 ? LONG_LENGTH : length;
            int root = random.nextInt(1 << 16);
            if (teams[which].isMember()) {
                act(teams[which].using(options), operation, length, root % teams[which].nPes());
            }
        }
    }

    /** Makes a team of some PEs, contiguous, strided or reversed. */
    private Team another() {
        int pes = shmem.nPes();
        int size = 1 + random.nextInt(pes);
        int stride = size == 1 ? 1 : 1 + random.nextInt(Math.max(1, (pes - 1) / (size - 1)));
        int start = random.nextInt(pes - (size - 1) * stride);
        return random.nextBoolean() ? shmem.world().splitStrided(start, stride, size)
            : shmem.world().splitStrided(start + (size - 1) * stride, -stride, size);
    }

    private CollectiveOptions options() {
        return shmem.world().options()
            .withReduce(pick(ReduceAlgorithm.values()))
            .withTransfer(pick(Transfer.values()))
            .withBarrier(pick(BarrierAlgorithm.values()))
            .withBroadcast(pick(BroadcastAlgorithm.values()))
            .withCollect(pick(CollectAlgorithm.values()))
            .withAlltoall(pick(AlltoallAlgorithm.values()))
            .withScan(pick(ScanAlgorithm.values()));
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private void act(Team team, int operation, int length, int root) {
        int me = team.myPe();
        int size = team.nPes();
        int sent = operation == 3 ? length * size : length;
        int received = operation == 2 || operation == 3 ? length * size : operation == 5 ? 0 : length;
        fill(source.local(), sent, me);
        fill(dest.local(), received, -1);
        switch (operation) {
            case 0 -> team.sumReduce(dest, source, length);
            case 1 -> team.broadcast(dest, source, length, root);
            case 2 -> team.fcollect(dest, source, length);
            case 3 -> team.alltoall(dest, source, length);
            case 4 -> team.sumExscan(dest, source, length);
            default -> team.sync();
        }
        fill(source.local(), sent, -2);
        for (int i = 0; i < received; i++) {
            long expected = switch (operation) {
                case 0 -> sum(size, i);
                case 1 -> value(root, i);
                case 2 -> value(i / length, i % length);
                case 3 -> value(i / length, me * length + i % length);
                default -> sum(me, i);
            };
            long is = dest.local().getAtIndex(ValueLayout.JAVA_LONG, i);
            if (is != expected) {
                throw new AssertionError("PE " + shmem.myPe() + ", round " + round + ", operation " + operation
                    + " of " + length + " on " + team + " as " + me + ": element " + i + " is " + is + ", not "
                    + expected);
            }
        }
    }

    private long value(int member, int index) {
        return (round * 1009L + member) * 1013L + index;
    }

    private long sum(int members, int index) {
        long sum = 0;
        for (int i = 0; i < members; i++) {
            sum += value(i, index);
        }
        return sum;
    }

    private void fill(MemorySegment memory, int length, int member) {
        for (int i = 0; i < length; i++) {
            memory.setAtIndex(ValueLayout.JAVA_LONG, i, value(member, i));
        }
    }
}

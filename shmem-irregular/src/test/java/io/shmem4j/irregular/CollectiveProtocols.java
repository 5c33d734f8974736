// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import io.shmem4j.explore.Explore;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Collectives by each algorithm, and locks: each access of the library is a step. Lengths are such that elements travel
 * with a signal, through the buffers, or straight from source to dest; rounds follow each other without a barrier.
 */
final class CollectiveProtocols {
    /** Elements that fit into the line of a signal, into a part of a buffer, and into neither. */
    private static final int[] LENGTHS = {2, 9, 2100};
    /** Elements of more chunks than OC-Bcast has buffers. */
    private static final int CHUNKS = 6200;
    private static final int MOST_PES = 4;
    private static final int ROUNDS = 3;

    /** Runs a collective some times, on parts of a length and arrays with room for those of all PEs. */
    private interface Collective {
        void check(Team team, SymmetricLongs part, SymmetricLongs all, int length);
    }

    private CollectiveProtocols() {
    }

    static void all(Map<String, Protocol> protocols) {
        CollectiveOptions usual = CollectiveOptions.environment();
        for (BarrierAlgorithm each : BarrierAlgorithm.values()) {
            add(protocols, "barrier " + each, usual.withBarrier(each), CollectiveProtocols::barriers, ROUNDS);
        }
        for (BroadcastAlgorithm each : BroadcastAlgorithm.values()) {
            add(protocols, "broadcast " + each, usual.withBroadcast(each), CollectiveProtocols::broadcasts, LENGTHS);
        }
        add(protocols, "broadcast OCBCAST of chunks", usual.withBroadcast(BroadcastAlgorithm.OCBCAST),
            CollectiveProtocols::broadcasts, CHUNKS);
        for (ReduceAlgorithm each : ReduceAlgorithm.values()) {
            for (Transfer transfer : Transfer.values()) {
                add(protocols, "reduce " + each + ' ' + transfer, usual.withReduce(each).withTransfer(transfer),
                    CollectiveProtocols::sums, LENGTHS);
            }
        }
        for (CollectAlgorithm each : CollectAlgorithm.values()) {
            add(protocols, "collect " + each, usual.withCollect(each), CollectiveProtocols::gathers, LENGTHS);
        }
        for (AlltoallAlgorithm each : AlltoallAlgorithm.values()) {
            add(protocols, "alltoall " + each, usual.withAlltoall(each), CollectiveProtocols::swaps, LENGTHS);
        }
        for (ScanAlgorithm each : ScanAlgorithm.values()) {
            add(protocols, "scan " + each, usual.withScan(each), CollectiveProtocols::scans, LENGTHS);
        }
        add(protocols, "collectives in turn", usual, CollectiveProtocols::inTurn, LENGTHS);
        protocols.put("lock", (schedules, seconds) -> {
            Explore explore = explorer(schedules, seconds);
            return Stream.of(false, true).flatMap(tests -> IntStream.rangeClosed(2, 3)
                .mapToObj(pes -> explore.explore(pes, () -> CollectiveProtocols.locks(tests)))).toList();
        });
    }

    private static void add(Map<String, Protocol> protocols, String name, CollectiveOptions options,
        Collective collective, int... lengths) {
        for (int length : lengths) {
            protocols.put(name + (lengths.length == 1 ? "" : " of " + length), (schedules, seconds) -> {
                int most = name.startsWith("reduce RING") ? MOST_PES + 1 : MOST_PES;
                return IntStream.rangeClosed(2, most).mapToObj(pes -> explorer(schedules, seconds).explore(pes, () -> {
                    try (Shmem shmem = Shmem.init()) {
                        collective.check(shmem.world().using(options), shmem.allocateLongs(length),
                            shmem.allocateLongs((long) length * shmem.nPes()), length);
                        shmem.finish();
                    }
                })).toList();
            });
        }
    }

    private static Explore explorer(int schedules, double seconds) {
        return Explore.standard().bounds(schedules, seconds, 50_000).ofLibrary();
    }

    private static void barriers(Team team, SymmetricLongs part, SymmetricLongs words, int length) {
        Shmem shmem = Shmem.current();
        for (int round = 0; round < ROUNDS; round++) {
            int right = (team.myPe() + 1) % team.nPes();
            shmem.p(words, round, round + 7, right);
            shmem.quiet();
            team.sync();
            assertEquals(round + 7, words.get(round));
            assertEquals(round + 7, shmem.g(words, round, right));
        }
    }

    private static void broadcasts(Team team, SymmetricLongs words, SymmetricLongs all, int length) {
        for (int round = 0; round < ROUNDS; round++) {
            int root = round % Math.min(2, team.nPes());
            long value = 10L * team.myPe() + round;
            // The second half differs, as a chunk may take the place of one of the first.
            fill(words, length, value, value + 5);
            team.broadcast(words, words, length, root);
            allAre(10 * root + round, words, 0, length / 2);
            allAre(10 * root + round + 5, words, length / 2, length - length / 2);
        }
    }

    private static void sums(Team team, SymmetricLongs words, SymmetricLongs sums, int length) {
        int n = team.nPes();
        for (int round = 1; round <= ROUNDS; round++) {
            fill(words, length, team.myPe() + round);
            team.sumReduce(round == ROUNDS ? words : sums, words, length);
            allAre(n * (n - 1) / 2 + n * round, round == ROUNDS ? words : sums, 0, length);
        }
    }

    private static void gathers(Team team, SymmetricLongs part, SymmetricLongs all, int length) {
        for (int round = 1; round <= ROUNDS; round++) {
            fill(part, length, team.myPe() * round + 1);
            if (round == 2) {
                team.collect(all, part, length);
            } else {
                team.fcollect(all, part, length);
            }
            for (int pe = 0; pe < team.nPes(); pe++) {
                allAre(pe * round + 1, all, pe * length, length);
            }
        }
    }

    private static void swaps(Team team, SymmetricLongs part, SymmetricLongs theirs, int length) {
        SymmetricLongs mine = Shmem.current().allocateLongs(theirs.length());
        for (int round = 1; round <= ROUNDS; round++) {
            for (int pe = 0; pe < team.nPes(); pe++) {
                fill(mine.slice((long) pe * length, length), length, 100 * round + 10 * team.myPe() + pe);
            }
            team.alltoall(theirs, mine, length);
            for (int pe = 0; pe < team.nPes(); pe++) {
                allAre(100 * round + 10 * pe + team.myPe(), theirs, pe * length, length);
            }
        }
    }

    private static void scans(Team team, SymmetricLongs words, SymmetricLongs sums, int length) {
        for (int round = 1; round <= ROUNDS; round++) {
            fill(words, length, team.myPe() + round);
            team.sumInscan(sums, words, length);
            int upTo = team.myPe() + 1;
            allAre(upTo * (upTo - 1) / 2 + upTo * round, sums, 0, length);
        }
    }

    /** Different collectives of a team and of a part of it, which share cells and buffers. */
    private static void inTurn(Team team, SymmetricLongs part, SymmetricLongs all, int length) {
        Team others = Shmem.current().world().splitStrided(1, 1, team.nPes() - 1);
        for (Team each : new Team[] {team, others, team}) {
            if (each.isMember()) {
                broadcasts(each, part, all, length);
                gathers(each, part, all, length);
                sums(each, part, all, length);
            }
        }
    }

    private static void fill(SymmetricLongs words, int length, long value) {
        fill(words, length, value, value);
    }

    /** Stores many elements as one access. */
    private static void fill(SymmetricLongs words, int length, long firstHalf, long secondHalf) {
        long[] values = new long[length];
        Arrays.fill(values, 0, length / 2, firstHalf);
        Arrays.fill(values, length / 2, length, secondHalf);
        words.set(0, values);
    }

    private static void allAre(long expected, SymmetricLongs words, int from, int count) {
        assertEquals(expected, words.get(from));
        assertEquals(expected, words.get(from + count / 2));
        assertEquals(expected, words.get(from + count - 1));
    }

    /** A sum that a lock guards; some take the lock only where nobody has it. */
    private static void locks(boolean tests) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs words = shmem.allocateLongs(2);
            int added = 0;
            for (int round = 0; round < ROUNDS; round++) {
                if (tests && shmem.myPe() > 0 ? words.lock(0).tryLock() : set(words)) {
                    shmem.p(words, 1, shmem.g(words, 1, 0) + 1, 0);
                    words.lock(0).unlock();
                    added++;
                }
            }
            long all = shmem.world().sumReduce((long) added);
            assertEquals(all, shmem.g(words, 1, 0));
            shmem.finish();
        }
    }

    private static boolean set(SymmetricLongs words) {
        words.lock(0).lock();
        return true;
    }
}

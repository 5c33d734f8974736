// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import exploretest.Small;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The library's own protocols by many schedules, each of their accesses a step: {@code -Dexplore.schedules=} says how
 * many of each, few in a build.
 */
class LibraryTest {
    private static final int SCHEDULES = Integer.getInteger("explore.schedules", 60);

    private static Stream<Arguments> collectives() {
        CollectiveOptions usual = CollectiveOptions.environment();
        List<Arguments> all = new ArrayList<>();
        for (BarrierAlgorithm each : BarrierAlgorithm.values()) {
            all.add(Arguments.of("barrier " + each, usual.withBarrier(each), (Consumer<Team>) LibraryTest::barriers));
        }
        for (BroadcastAlgorithm each : BroadcastAlgorithm.values()) {
            all.add(Arguments.of("broadcast " + each, usual.withBroadcast(each),
                (Consumer<Team>) LibraryTest::broadcasts));
        }
        for (ReduceAlgorithm each : ReduceAlgorithm.values()) {
            all.add(Arguments.of("reduce " + each, usual.withReduce(each), (Consumer<Team>) LibraryTest::sums));
        }
        for (CollectAlgorithm each : CollectAlgorithm.values()) {
            all.add(Arguments.of("collect " + each, usual.withCollect(each), (Consumer<Team>) LibraryTest::gathers));
        }
        for (AlltoallAlgorithm each : AlltoallAlgorithm.values()) {
            all.add(Arguments.of("alltoall " + each, usual.withAlltoall(each), (Consumer<Team>) LibraryTest::swaps));
        }
        for (ScanAlgorithm each : ScanAlgorithm.values()) {
            all.add(Arguments.of("scan " + each, usual.withScan(each), (Consumer<Team>) LibraryTest::scans));
        }
        return all.stream();
    }

    private static Explore explorer() {
        return Explore.standard().bounds(SCHEDULES, 3600, 20_000).ofLibrary();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("collectives")
    void collectivesAreRightInEverySchedule(String name, CollectiveOptions options, Consumer<Team> collective) {
        for (int pes = 2; pes <= 3; pes++) {
            explorer().explore(pes, () -> {
                try (Shmem shmem = Shmem.init()) {
                    collective.accept(shmem.world().using(options));
                    shmem.finish();
                }
            });
        }
    }

    private static void barriers(Team team) {
        Shmem shmem = Shmem.current();
        SymmetricLongs words = shmem.allocateLongs(2);
        for (int round = 0; round < 2; round++) {
            shmem.p(words, round, round + 7, (team.myPe() + 1) % team.nPes());
            shmem.quiet();
            team.sync();
            assertEquals(round + 7, words.get(round));
        }
    }

    private static void broadcasts(Team team) {
        SymmetricLongs words = Shmem.current().allocateLongs(2);
        for (int root = 0; root < 2; root++) {
            words.set(0, 10 * team.myPe() + root);
            words.set(1, 20 * team.myPe() + root);
            team.broadcast(words, words, 2, root);
            assertArrayEquals(new long[] {11L * root, 21L * root}, words.toArray());
        }
    }

    private static void sums(Team team) {
        SymmetricLongs words = Shmem.current().allocateLongs(2);
        SymmetricLongs sums = Shmem.current().allocateLongs(2);
        int n = team.nPes();
        for (int round = 1; round <= 2; round++) {
            words.fill(team.myPe() + round);
            team.sumReduce(sums, words, 2);
            assertEquals(n * (n - 1) / 2 + n * round, sums.get(0));
            assertEquals(sums.get(0), sums.get(1));
        }
    }

    private static void gathers(Team team) {
        SymmetricLongs word = Shmem.current().allocateLongs(1);
        SymmetricLongs all = Shmem.current().allocateLongs(team.nPes());
        for (int round = 1; round <= 2; round++) {
            word.set(0, team.myPe() * round + 1);
            team.fcollect(all, word, 1);
            for (int pe = 0; pe < team.nPes(); pe++) {
                assertEquals(pe * round + 1, all.get(pe));
            }
        }
    }

    private static void swaps(Team team) {
        SymmetricLongs mine = Shmem.current().allocateLongs(team.nPes());
        SymmetricLongs theirs = Shmem.current().allocateLongs(team.nPes());
        for (int round = 1; round <= 2; round++) {
            for (int pe = 0; pe < team.nPes(); pe++) {
                mine.set(pe, 100 * round + 10 * team.myPe() + pe);
            }
            team.alltoall(theirs, mine, 1);
            for (int pe = 0; pe < team.nPes(); pe++) {
                assertEquals(100 * round + 10 * pe + team.myPe(), theirs.get(pe));
            }
        }
    }

    private static void scans(Team team) {
        SymmetricLongs word = Shmem.current().allocateLongs(1);
        SymmetricLongs sum = Shmem.current().allocateLongs(1);
        for (int round = 1; round <= 2; round++) {
            word.set(0, team.myPe() + round);
            team.sumInscan(sum, word, 1);
            int upTo = team.myPe() + 1;
            assertEquals(upTo * (upTo - 1) / 2 + upTo * round, sum.get(0));
        }
    }

    @Test
    void locksExclude() {
        for (int pes = 2; pes <= 3; pes++) {
            explorer().explore(pes, () -> {
                try (Shmem shmem = Shmem.init()) {
                    SymmetricLongs words = shmem.allocateLongs(2);
                    for (int round = 0; round < 2; round++) {
                        words.lock(0).set();
                        shmem.p(words, 1, shmem.g(words, 1, 0) + 1, 0);
                        words.lock(0).clear();
                    }
                    shmem.barrierAll();
                    assertEquals(2 * shmem.nPes(), shmem.g(words, 1, 0));
                    shmem.finish();
                }
            });
        }
    }

    @Test
    void lockIsRightInEveryScheduleOfTwo() {
        Explore.run(2, () -> Small.locks(true));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.irregular.container.MortalPes.Death;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A pool whose PEs die before each store, or at any time, while they do tasks that add tasks. */
class PoolDeathsTest {
    private static final int MOST = 4000;

    private static Tasks tasks(MortalPes pes, int me) {
        return new Tasks(pes.region(me, 0), pes.region(me, 1), me, pes.count(), pes::lives, MOST, MOST);
    }

    private static MortalPes pes(int count) {
        return new MortalPes(count, Tasks.words(MOST, MOST), Slots.WORDS);
    }

    /** Task k from 1 adds 2 k and 2 k + 1 up to a limit, and has the result k; ends where a PE is dead, too. */
    private static void run(MortalPes pes, Tasks tasks, int me, int limit) {
        long[] some = new long[2 * Tasks.BATCH];
        int count = 0;
        tasks.putBackUnfinished();
        while (true) {
            long[] children = new long[2 * count];
            long[] results = new long[count];
            int added = 0;
            for (int i = 0; i < count; i++) {
                for (long child = 2 * some[i]; child <= 2 * some[i] + 1 && child <= limit; child++) {
                    children[added++] = child;
                }
                results[i] = some[i];
            }
            count = exchange(tasks, children, added, results, some);
            while (count == 0) {
                int victim = tasks.victim(me + 1);
                if (victim == Tasks.NONE || victim == Tasks.BUSY && pes.anyDead()) {
                    return;
                }
                int stolen = victim < 0 || victim == me ? 0 : tasks.steal(victim, some);
                count = exchange(tasks, some, stolen, results, some);
            }
        }
    }

    private static int exchange(Tasks tasks, long[] left, int leftCount, long[] results, long[] some) {
        int resultCount = left == some ? 0 : results.length;
        tasks.exchange(left, leftCount, results, resultCount, Tasks.BATCH);
        return tasks.taken(some);
    }

    private static boolean dies(MortalPes pes, int pe, int store, int limit) {
        pes.dieBefore(pe, store);
        try {
            run(pes, tasks(pes, pe), pe, limit);
            pes.live(pe);
            return false;
        } catch (Death e) {
            return true;
        }
    }

    private static void assertEachOnce(Tasks tasks, int limit, String what) {
        Map<Long, Integer> found = new TreeMap<>();
        tasks.forEachResult(result -> found.merge(result, 1, Integer::sum));
        assertEquals(limit, found.size(), what);
        assertEquals(limit, tasks.resultCount(), what);
    }

    /** PE 0 has a task when PE 1 and then PE 2 do it and its descendants, and die; all go on, in either order. */
    @Test
    void eachTaskHappensOnceWhereverPesDie() {
        int limit = 7;
        boolean died = true;
        for (int first = 1; died; first++) {
            boolean again = true;
            for (int second = 1; again; second += 13) {
                MortalPes pes = pes(3);
                tasks(pes, 0).add(1);
                died = dies(pes, 1, first, limit);
                again = dies(pes, 2, second, limit);
                String what = "deaths before stores " + first + " and " + second;
                pes.live(1);
                pes.live(2);
                Tasks[] lives = {tasks(pes, 0), tasks(pes, 1), tasks(pes, 2)};
                for (int i = 0; i < 3; i++) {
                    lives[(first + i) % 3].putBackUnfinished();
                }
                run(pes, lives[second % 3], second % 3, limit);
                assertEachOnce(lives[0], limit, what);
                for (int pe = 0; pe < 3; pe++) {
                    assertFalse(pes.locked(pe, 0), what);
                }
            }
        }
    }

    /** Several PEs at once; each dies again and again, and comes back. */
    @Test
    void eachTaskHappensOnceAtAnyTime() throws InterruptedException {
        int limit = MOST;
        MortalPes pes = pes(3);
        tasks(pes, 0).add(1);
        AtomicInteger deaths = new AtomicInteger();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            int pe = t;
            threads[t] = new Thread(() -> {
                SplittableRandom random = new SplittableRandom(pe);
                while (dies(pes, pe, 1 + random.nextInt(300), limit) || tasks(pes, pe).resultCount() < limit) {
                    deaths.incrementAndGet();
                    Thread.yield();
                    pes.live(pe);
                }
            });
            threads[t].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        assertEachOnce(tasks(pes, 0), limit, "at any time");
        assertTrue(deaths.get() > 20, deaths + " deaths");
    }
}

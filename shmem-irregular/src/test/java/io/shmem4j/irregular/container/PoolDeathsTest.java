// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.irregular.container.LastingPool.Tasks;
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
        return new Tasks(pes.region(me, 0), pes.region(me, 1), me, pes.count(), pes.life(me), pes::lives, MOST, MOST);
    }

    private static MortalPes pes(int count) {
        return new MortalPes(count, Tasks.words(count, MOST, MOST), Whole.SLOT_WORDS);
    }

    /** Task k from 1 adds 2 k and 2 k + 1 up to a limit, and has the result k; as {@link LastingPool#run}. */
    private static void run(Tasks tasks, int limit) {
        long[] batch = new long[16];
        int count = 0;
        tasks.giveBack();
        do {
            long[] children = new long[2 * count];
            long[] results = new long[count];
            int added = 0;
            for (int i = 0; i < count; i++) {
                for (long child = 2 * batch[i]; child <= 2 * batch[i] + 1 && child <= limit; child++) {
                    children[added++] = child;
                }
                results[i] = batch[i];
            }
            count = tasks.exchange(children, added, results, count, batch);
        } while (count > 0);
    }

    private static boolean dies(MortalPes pes, int pe, int store, int limit) {
        Tasks tasks = tasks(pes, pe);
        pes.dieBefore(pe, store);
        try {
            run(tasks, limit);
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
        assertEquals(limit, tasks.results(), what);
    }

    @Test
    void eachTaskHappensOnceWhereverPesDie() {
        int limit = 7;
        boolean died = true;
        for (int first = 1; died; first++) {
            boolean again = true;
            for (int second = 1; again; second += 13) {
                MortalPes pes = pes(3);
                Tasks own = tasks(pes, 0);
                own.add(1);
                died = dies(pes, 1, first, limit);
                again = dies(pes, 2, second, limit);
                String what = "deaths before stores " + first + " and " + second;
                if (second % 2 == 0) {
                    pes.live(1);
                    run(tasks(pes, 1), limit);
                }
                run(own, limit);
                assertEachOnce(own, limit, what);
                assertFalse(pes.locked(0, 0), what);
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
                while (dies(pes, pe, 1 + random.nextInt(300), limit)) {
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

    @Test
    void refusesWhatHasNoRoom() {
        Tasks tasks = tasks(pes(1), 0);
        for (int i = 0; i < MOST; i++) {
            tasks.add(i + 1);
        }
        assertThrows(IllegalStateException.class, () -> tasks.add(1));
        long[] batch = new long[16];
        assertEquals(16, tasks.exchange(batch, 0, batch, 0, batch));
        assertThrows(IllegalStateException.class, () -> tasks.exchange(new long[20], 20, batch, 0, batch));
        assertThrows(IllegalStateException.class, () -> tasks.exchange(batch, 0, new long[MOST + 1], MOST + 1, batch));
        tasks.giveBack();
        run(tasks, 0);
        assertEquals(MOST, tasks.results());
    }
}

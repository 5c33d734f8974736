// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;

/**
 * Finds the longest Collatz chain with a work queue: a counter of tasks on PE 0.
 *
 * <p>Tasks take different times, so each PE claims the next one by a fetch-and-increment when it has finished the last.
 * The best chain so far is a long on PE 0, with the length in the upper and the start in the lower half; PEs raise it
 * by compare-and-swap. A counter per task proves that each task was done once, and PE 0 repeats the search alone.
 *
 * <p>Arguments: upper bound of start numbers (default 200 thousand), numbers per task (default 500).
 */
public final class WorkQueue {
    public static void main(String[] args) {
        Arguments arguments = new Arguments("queue [limit [task]]", args, 2);
        int limit = arguments.count(0, 200_000);
        int task = arguments.count(1, 500);
        if (limit < 2) {
            throw new IllegalArgumentException("the limit must be 2 or more, not " + limit);
        }
        int tasks = Math.ceilDiv(limit, task);
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            SymmetricLongs tickets = shmem.allocateLongs(1).named("tickets");
            SymmetricLongs best = shmem.allocateLongs(1).named("best chain");
            SymmetricInts done = shmem.allocateInts(tasks).named("done");
            SymmetricInts share = shmem.allocateInts(shmem.nPes()).named("share");

            double start = shmem.time();
            int mine = 0;
            for (long t = shmem.fetchInc(tickets, 0, 0); t < tasks; t = shmem.fetchInc(tickets, 0, 0)) {
                int from = Math.max(1, (int) t * task);
                raise(shmem, best, longest(from, (int) Math.min(limit, (t + 1) * task)));
                shmem.inc(done, t, 0);
                mine++;
            }
            shmem.p(share, me, mine, 0);
            shmem.barrierAll();
            double seconds = shmem.time() - start;

            if (me == 0) {
                check(done, best.get(0), limit);
                int least = Integer.MAX_VALUE;
                int most = 0;
                for (int pe = 0; pe < shmem.nPes(); pe++) {
                    least = Math.min(least, share.get(pe));
                    most = Math.max(most, share.get(pe));
                }
                System.out.printf(Locale.ROOT,
                    "the longest chain below %d starts at %d and has %d steps; %d PEs did %d to %d tasks in %.1f ms%n",
                    limit, (int) best.get(0), best.get(0) >> 32, shmem.nPes(), least, most, seconds * 1e3);
            }
        }
    }

    /** Raises PE 0's best chain to at least {@code mine}. */
    private static void raise(Shmem shmem, SymmetricLongs best, long mine) {
        long seen = shmem.atomicFetch(best, 0, 0);
        while (seen < mine) {
            long before = shmem.compareSwap(best, 0, seen, mine, 0);
            if (before == seen) {
                return;
            }
            seen = before;
        }
    }

    /** {@return length and start of the longest chain that starts in a range; the last one of several} */
    private static long longest(int from, int to) {
        long best = 0;
        for (int start = from; start < to; start++) {
            int steps = 0;
            for (long x = start; x != 1; x = (x & 1) == 0 ? x >> 1 : 3 * x + 1) {
                steps++;
            }
            best = Math.max(best, (long) steps << 32 | start);
        }
        return best;
    }

    private static void check(SymmetricInts done, long best, int limit) {
        for (int t = 0; t < done.length(); t++) {
            if (done.get(t) != 1) {
                throw new AssertionError("task " + t + " was done " + done.get(t) + " times");
            }
        }
        long alone = longest(1, limit);
        if (best != alone) {
            throw new AssertionError("found a chain of " + (best >> 32) + " steps, but there is one of "
                + (alone >> 32));
        }
    }
}

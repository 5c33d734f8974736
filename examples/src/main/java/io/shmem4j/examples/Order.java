// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.irregular.container.GlobalLongs;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Puts tasks into an order, each behind its prerequisites, on global arrays: any PE counts another PE's task down by
 * {@code fetchAdd} on its global index, and the PE that counts to zero puts the task into the next level.
 *
 * <p>Arguments: tasks (default 20000).
 */
public final class Order {
    /** Tasks that wait for a task, all with higher numbers. */
    private static final int FOLLOWERS = 4;

    private Order() {
    }

    /**
     * Runs on each PE.
     *
     * @param args number of tasks
     */
    public static void main(String[] args) {
        int tasks = new Arguments("order [tasks]", args, 1).count(0, 20_000);
        try (Shmem shmem = Shmem.init()) {
            Team world = shmem.world();
            GlobalLongs open = GlobalLongs.block(shmem, tasks);
            GlobalLongs place = GlobalLongs.block(shmem, tasks);
            GlobalLongs order = GlobalLongs.cyclic(shmem, tasks);
            GlobalLongs next = GlobalLongs.block(shmem, 1);
            for (long k = 0; k < open.own().length(); k++) {
                for (int i = 0; i < FOLLOWERS; i++) {
                    long follower = follower(open.indexOfOwn(k), i, tasks);
                    if (follower < tasks) {
                        open.add(follower, 1);
                    }
                }
            }
            open.barrier();
            double start = shmem.time();
            open.forEachOwn((task, count) -> {
                if (count == 0) {
                    append(task, order, place, next);
                }
            });
            order.barrier();
            place.barrier();
            int levels = 0;
            long from = 0;
            for (long to = world.maxReduce(next.get(0)); from < to; to = world.maxReduce(next.get(0))) {
                // Each PE goes on with the tasks of this level whose places it has.
                for (long at = from + shmem.myPe(); at < to; at += shmem.nPes()) {
                    long task = order.get(at);
                    for (int i = 0; i < FOLLOWERS; i++) {
                        long follower = follower(task, i, tasks);
                        if (follower < tasks && open.fetchAdd(follower, -1) == 1) {
                            append(follower, order, place, next);
                        }
                    }
                }
                order.barrier();
                place.barrier();
                from = to;
                levels++;
            }
            double seconds = shmem.time() - start;
            check(shmem, open, place, from, tasks);
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d tasks in order on %d PEs, %d levels, %.1f ms%n", tasks, shmem.nPes(),
                    levels, seconds * 1e3);
            }
            shmem.finish();
        }
    }

    private static void append(long task, GlobalLongs order, GlobalLongs place, GlobalLongs next) {
        long at = next.fetchInc(0);
        order.set(at, task);
        place.set(task, at);
    }

    /** {@return a task that waits for another one, or a number behind the last} */
    private static long follower(long task, int which, int tasks) {
        return task + 1 + new SplittableRandom(task * FOLLOWERS + which).nextInt(Math.max(1, tasks / 8));
    }

    private static void check(Shmem shmem, GlobalLongs open, GlobalLongs place, long placed, int tasks) {
        open.forEachOwn((task, left) -> {
            for (int i = 0; i < FOLLOWERS; i++) {
                long follower = follower(task, i, tasks);
                if (left != 0 || follower < tasks && place.get(follower) <= place.get(task)) {
                    throw new AssertionError("task " + follower + " does not come behind task " + task);
                }
            }
        });
        if (placed != tasks) {
            throw new AssertionError(placed + " of " + tasks + " tasks are in order");
        }
        shmem.barrierAll();
    }
}

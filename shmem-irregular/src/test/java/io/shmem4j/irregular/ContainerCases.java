// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.History.Operation;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.spi.JobMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Containers: contents, growth, random histories, tasks that cause tasks, misuse. */
final class ContainerCases {
    static final long GET = 0;
    static final long PUT = 1;
    private static final int MOST_ACTIVE = 6;
    private static final int OPERATIONS = 18;
    private static final long REPLACE = 2;
    private static final long UPDATE = 3;
    private static final long REMOVE = 4;
    private static final long OFFER = 5;
    private static final long POLL = 6;

    private ContainerCases() {
    }

    /** Model of operations on the value of one key; 0 is none. */
    static List<Long> value(List<Long> state, Operation o) {
        long before = state.getFirst();
        boolean replaces = o.kind() == REPLACE && before == o.second();
        long after = o.kind() == PUT || replaces ? o.argument() : o.kind() == REMOVE ? 0
            : o.kind() == UPDATE ? before * 3 + o.argument() : before;
        long result = o.kind() == UPDATE ? after : o.kind() == REPLACE ? replaces ? 1 : 0 : before;
        return o.result() == result ? List.of(after) : null;
    }

    private static boolean replaces(GlobalMap<Long, Long> map, long key, long expected, long value) {
        return expected == 0 ? map.putIfAbsent(key, value) == null : map.replace(key, expected, value);
    }

    private static long zero(Long value) {
        return value == null ? 0 : value;
    }

    /** Operations of all PEs on one key. */
    static void someOnAMap(Shmem shmem, int each) {
        GlobalMap<Long, Long> map = GlobalMap.allocate(shmem, Long.class, Long.class, 1 << 15,
            GlobalMap.WhenFull.REFUSE);
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        Long seen = null;
        for (int i = 0; i < each; i++) {
            long value = 1 + shmem.myPe() * (long) each + i;
            switch (random.nextInt(6)) {
                case 0 -> seen = map.get(7L);
                case 1 -> seen = map.put(7L, value);
                case 2 -> replaces(map, 7, zero(seen), value);
                case 3 -> seen = map.update(7L, old -> zero(old) + value);
                case 4 -> seen = map.merge(7L, value, Long::sum);
                default -> seen = map.remove(7L);
            }
        }
        shmem.barrierAll();
        map.free();
    }

    static void mapsAreLinearizable(Shmem shmem) {
        int rounds = JobMemory.charged() ? 5 : 60;
        int each = each(shmem);
        GlobalMap<Long, Long> map = GlobalMap.allocate(shmem, Long.class, Long.class, 1 << 16,
            GlobalMap.WhenFull.REFUSE);
        History history = new History(shmem, OPERATIONS);
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        for (int round = 0; round < rounds; round++) {
            long key = 1000 + round;
            long[] seen = new long[1];
            shmem.barrierAll();
            for (int i = 0; i < each; i++) {
                long value = 1 + shmem.myPe() * (long) each + i;
                seen[0] = switch (random.nextInt(5)) {
                    case 0 -> history.record(GET, 0, 0, () -> zero(map.get(key)));
                    case 1 -> history.record(PUT, value, 0, () -> zero(map.put(key, value)));
                    case 2 -> history.record(REPLACE, value, seen[0],
                        () -> replaces(map, key, seen[0], value) ? 1 : 0);
                    case 3 -> history.record(UPDATE, value, 0, () -> map.update(key, old -> zero(old) * 3 + value));
                    default -> history.record(REMOVE, 0, 0, () -> zero(map.remove(key)));
                };
            }
            history.check(List.of(0L), ContainerCases::value);
        }
        map.free();
    }

    static void wrongEntriesAreRefused(Shmem shmem) {
        refused(IllegalArgumentException.class, "a power of two as capacity", () -> GlobalQueue.allocate(shmem, 3, 0));
        refused(IllegalArgumentException.class, "not capacity 4 and home -1", () -> GlobalQueue.allocate(shmem, 4, -1));
        GlobalQueue queue = GlobalQueue.allocate(shmem, 1, 0);
        refused(IllegalArgumentException.class, "be an element", () -> queue.offer(GlobalQueue.EMPTY));
        refused(IllegalArgumentException.class, "room for 1 or more tasks", () -> WorkPool.allocate(shmem, 0, 0));
        WorkPool pool = WorkPool.allocate(shmem);
        if (shmem.myPe() == 0) {
            pool.add(1);
        }
        pool.run(task -> refused(IllegalStateException.class, "run() of its own", () -> pool.run(other -> { })));
    }

    /** {@return how many operations a PE makes in a round: the search for an order takes long for many at a time} */
    private static int each(Shmem shmem) {
        return shmem.myPe() < MOST_ACTIVE ? OPERATIONS / Math.min(shmem.nPes(), MOST_ACTIVE) : 0;
    }

    /** Model of operations on a queue of two places. */
    private static List<Long> queue(List<Long> state, Operation o) {
        List<Long> next = new ArrayList<>(state);
        if (o.kind() == OFFER) {
            if (o.result() == 0) {
                return state.size() == 2 ? state : null;
            }
            next.add(o.argument());
            return state.size() < 2 ? next : null;
        }
        if (o.result() == GlobalQueue.EMPTY) {
            return state.isEmpty() ? state : null;
        }
        return !state.isEmpty() && next.removeFirst() == o.result() ? next : null;
    }

    /** Operations of all PEs on a queue of two places. */
    static void someOnAQueue(Shmem shmem, int each) {
        GlobalQueue queue = GlobalQueue.allocate(shmem, 2, shmem.nPes() - 1);
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        for (int i = 0; i < each; i++) {
            if (random.nextBoolean()) {
                queue.offer(shmem.myPe() * 100L + i);
            } else {
                queue.poll(new long[2], 1 + i % 2);
            }
        }
        shmem.barrierAll();
        queue.free();
    }

    static void queuesAreLinearizable(Shmem shmem) {
        int rounds = JobMemory.charged() ? 5 : 60;
        int each = each(shmem);
        GlobalQueue queue = GlobalQueue.allocate(shmem, 2, shmem.nPes() - 1);
        History history = new History(shmem, OPERATIONS);
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < each; i++) {
                long value = shmem.myPe() * 100L + i;
                if (random.nextBoolean()) {
                    history.record(OFFER, value, 0, () -> queue.offer(value) ? 1 : 0);
                } else {
                    history.record(POLL, 0, 0, queue::poll);
                }
            }
            history.check(List.of(), ContainerCases::queue);
            if (shmem.myPe() == 0) {
                while (queue.poll() != GlobalQueue.EMPTY) {
                    Thread.onSpinWait();
                }
            }
            shmem.barrierAll();
        }
        queue.free();
    }

    /** Elements of each PE leave in their order, and none twice. */
    static void queuesLoseNothing(Shmem shmem) {
        int n = shmem.nPes();
        int count = JobMemory.charged() ? 50 : 1000;
        GlobalQueue queue = GlobalQueue.allocate(shmem, 8, 0);
        long[] last = new long[n];
        long[] some = new long[3];
        long sum = 0;
        equal(0, queue.poll(some, 3), "elements of an empty queue");
        equal(0, queue.poll(some, 0), "elements where none are wanted");
        refused(IndexOutOfBoundsException.class, "", () -> queue.poll(some, 4));
        shmem.barrierAll();
        for (int i = 1; i <= count;) {
            if (queue.offer(shmem.myPe() * 10_000L + i)) {
                i++;
            }
            int found = queue.poll(some, 1 + i % 3);
            for (int k = 0; k < found; k++) {
                long element = some[k];
                int from = (int) (element / 10_000);
                equal(true, element % 10_000 > last[from], "the order of elements of PE " + from);
                last[from] = element % 10_000;
                sum += last[from];
            }
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            for (long element = queue.poll(); element != GlobalQueue.EMPTY; element = queue.poll()) {
                sum += element % 10_000;
            }
            equal(0L, queue.size(), "elements that are left");
        }
        equal(n * (count * (count + 1L) / 2), shmem.world().sumReduce(sum), "the sum of elements");
        queue.free();
    }

    /** A task with a number above 0 causes two with the next lower one; two runs have enough tasks to share. */
    static void everyTaskIsDoneOnce(Shmem shmem) {
        int first = 1 << 7;
        int depth = JobMemory.charged() ? 4 : 9;
        WorkPool pool = WorkPool.allocate(shmem, 1000, 2 * first << depth);
        refused(IllegalStateException.class, "call result() inside a task", () -> pool.result(1));
        for (int round = 1; round <= 2; round++) {
            long[] leaves = new long[2];
            if (shmem.myPe() == shmem.nPes() - 1) {
                for (int i = 0; i < first; i++) {
                    pool.add(depth);
                }
            }
            long done = pool.run(task -> {
                if (task == 0) {
                    leaves[0]++;
                    pool.result(3);
                } else {
                    pool.add(task - 1);
                    pool.add(task - 1);
                }
            });
            long all = (long) first << depth;
            equal(all, shmem.world().sumReduce(leaves[0]), "leaves");
            equal((long) first * ((2 << depth) - 1), shmem.world().sumReduce(done), "tasks");
            equal(all * round, pool.resultCount(), "results");
            pool.forEachResult(result -> leaves[1] += result);
            equal(3 * all * round, leaves[1], "the sum of results");
        }
        long stolen = shmem.world().sumReduce(pool.stolen());
        // Elsewhere the others may get no core before all is done.
        if (JobMemory.charged() && shmem.nPes() > 1) {
            equal(true, stolen > 0, "whether tasks were stolen");
        }
        pool.free();
    }

    static void aTaskThatThrowsLeavesAnEmptyPool(Shmem shmem) {
        int tasks = 1000;
        WorkPool pool = WorkPool.allocate(shmem, tasks, tasks * shmem.nPes());
        for (int i = 0; i < tasks; i++) {
            pool.add(i);
        }
        int[] failures = new int[1];
        String failure = "the first failed task of PE " + shmem.myPe();
        try {
            pool.run(task -> {
                pool.result(task);
                if (task % 4 == 0) {
                    pool.add(1);
                    throw new IllegalArgumentException(failures[0]++ == 0 ? failure : "another one");
                }
            });
            equal(0, failures[0], "failures of a run that has not thrown");
        } catch (IllegalArgumentException e) {
            equal(failure, e.getMessage(), "what the run has thrown");
        }
        equal(tasks / 4L * shmem.nPes(), shmem.world().sumReduce((long) failures[0]), "failures");
        equal(tasks * 3L / 4 * shmem.nPes(), pool.resultCount(), "results of tasks that have not failed");
        shmem.barrierAll();
        pool.add(new long[] {1, 2});
        equal(2L * shmem.nPes(), shmem.world().sumReduce(pool.run(task -> { })), "tasks of the next run");
        pool.free();
    }

    /** Tasks that have no room among those that wait. */
    static void aFullPoolGoesOn(Shmem shmem) {
        WorkPool pool = WorkPool.allocate(shmem, 2, 0);
        pool.add(new long[] {8, 8});
        refused(IllegalStateException.class, "3 tasks wait on PE " + shmem.myPe() + ", and the pool has room for 2",
            () -> pool.add(8));
        long done = pool.run(task -> {
            for (int child = 0; task > 0 && child < 2; child++) {
                pool.add(task - 1);
            }
        });
        equal(2L * shmem.nPes() * ((2 << 8) - 1), shmem.world().sumReduce(done), "tasks");
        pool.free();
    }

    /** Results that have no room: PE 0 alone has tasks in the end, and the others wait for it. */
    static void resultsWithoutRoomAreRefused(Shmem shmem) {
        int tasks = 50;
        WorkPool pool = WorkPool.allocate(shmem, tasks, 3);
        if (shmem.myPe() == 0) {
            pool.add(LongStream.range(0, tasks).toArray());
        }
        boolean[] refused = new boolean[1];
        long[] done = new long[1];
        try {
            pool.run(task -> {
                done[0]++;
                pool.result(task);
                pool.result(-task);
            });
        } catch (IllegalStateException e) {
            equal(true, e.getMessage().contains("results, and the pool has room for 3"), e.getMessage());
            refused[0] = true;
        }
        equal((long) tasks, shmem.world().sumReduce(done[0]), "tasks");
        equal(done[0] > 1, refused[0], "whether results were refused");
        long[] sum = new long[2];
        pool.forEachResult(result -> {
            sum[0] += result;
            sum[1]++;
        });
        equal(0L, sum[0], "the sum of results, of which a task has both or none");
        equal(pool.resultCount(), sum[1], "results");
        shmem.barrierAll();
        pool.add(1);
        equal((long) shmem.nPes(), shmem.world().sumReduce(pool.run(task -> { })), "tasks of the next run");
        pool.free();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;

/**
 * Tasks on all PEs, each a long. They may cause further tasks and have results, and outlive the PEs that do them.
 * Unfinished tasks of a dead PE are done again by another one, or by its next life. The tasks that a task adds, and its
 * results, count when it is finished, all of them or none. So each task's effects happen once, as far as they go
 * through the pool; what it does elsewhere may happen again.
 *
 * <pre>{@code
 * LastingPool pool = new LastingPool(shmem, 10_000, 100_000);
 * if (shmem.myPe() == 0 && pool.last().number() == 0) {
 *     pool.add(root);
 * }
 * pool.run(node -> {
 *     children(node).forEach(pool::add);
 *     pool.result(value(node));
 * });
 * }</pre>
 *
 * <p>All tasks lie in the memory of one PE. A PE takes up to {@value #BATCH} at once, fewer where there are few, so
 * that the pool is for tasks of some microseconds and more; {@link WorkPool} is for shorter ones.
 *
 * <p>Why it is right: how many tasks and results there are, and how many each PE has taken, stands in one of two
 * records. A change prepares the other one, and tasks and results beyond the first one's counts. It happens with the
 * store of the word that names the valid record, see {@link Whole}.
 */
public final class LastingPool {
    private static final int BATCH = 16;

    private final Shmem shmem;
    private final SymmetricLongs words;
    private final Tasks tasks;
    private long[] children = new long[BATCH];
    private int childCount;
    private long[] results = new long[BATCH];
    private int resultCount;
    private boolean running;

    /**
     * Makes an empty pool in the memory of PE 0; collective.
     *
     * @param shmem       the library
     * @param mostTasks   how many tasks may wait at once
     * @param mostResults how many results there may be
     */
    public LastingPool(Shmem shmem, int mostTasks, int mostResults) {
        if (mostTasks < 1 || mostResults < 0) {
            throw new IllegalArgumentException(Fault.where() + ": a pool has room for 1 or more tasks and 0 or more"
                + " results, not " + mostTasks + " and " + mostResults);
        }
        this.shmem = shmem;
        int n = shmem.nPes();
        long count = Tasks.words(n, mostTasks, mostResults);
        this.words = shmem.allocateLongs(count + Whole.SLOT_WORDS).named("LastingPool");
        this.tasks = new Tasks(new Region(shmem, words.slice(0, count)), new Region(shmem, words.slice(count,
            Whole.SLOT_WORDS)), shmem.myPe(), n, shmem.epoch(),
            shmem::lives, mostTasks, mostResults);
    }

    /**
     * Adds a task: in a task when that is finished, else at once.
     *
     * @param task the task
     * @throws IllegalStateException if there is no room; in a task at its end
     */
    public void add(long task) {
        if (!running) {
            tasks.add(task);
            return;
        }
        if (childCount == children.length) {
            children = Arrays.copyOf(children, 2 * childCount);
        }
        children[childCount++] = task;
    }

    /**
     * Adds a result of the running task, when that is finished.
     *
     * @param result the result
     * @throws IllegalStateException outside of a task
     */
    public void result(long result) {
        if (!running) {
            throw new IllegalStateException(Fault.where() + ": a result is of a task that runs");
        }
        if (resultCount == results.length) {
            results = Arrays.copyOf(results, 2 * resultCount);
        }
        results[resultCount++] = result;
    }

    /**
     * Does tasks until there are none on any PE. It does not wait for PEs that have not called it yet. After a death it
     * throws between two tasks, on each PE, so that all may recover and call it again.
     *
     * @param work does a task; it may add others and results
     * @return how many tasks this PE has done
     * @throws IllegalStateException in a task; if there is no room for the tasks and results of one
     * @throws io.shmem4j.error.PeFailedException if a PE has died; what it and this one have finished is done
     */
    public long run(LongConsumer work) {
        if (running) {
            throw new IllegalStateException(Fault.where() + ": a task calls run of its own pool");
        }
        long[] batch = new long[BATCH];
        long done = 0;
        int count = 0;
        tasks.giveBack();
        running = true;
        try {
            do {
                childCount = 0;
                resultCount = 0;
                for (int i = 0; i < count; i++) {
                    work.accept(batch[i]);
                }
                done += count;
                if (!allLive()) {
                    tasks.finish(children, childCount, results, resultCount);
                    shmem.syncAll();
                }
                count = tasks.exchange(children, childCount, results, resultCount, batch);
            } while (count > 0);
        } finally {
            running = false;
        }
        return done;
    }

    private boolean allLive() {
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (!shmem.lives(pe)) {
                return false;
            }
        }
        return true;
    }

    /** {@return number of results of all tasks that are finished} */
    public long resultCount() {
        return tasks.results();
    }

    /**
     * Gives the results of all tasks that are finished to an action, in any order.
     *
     * @param action gets them
     */
    public void forEachResult(LongConsumer action) {
        tasks.forEachResult(action);
    }

    /** {@return what this PE's last change of the pool has come to; taking and finishing tasks are changes} */
    public LastOperation last() {
        return tasks.last();
    }

    /** Frees the memory; collective. */
    public void free() {
        shmem.free(words);
    }

    /** The words of a pool in the memory of PE 0. */
    static final class Tasks extends Whole {
        private static final long[] NONE = {};
        private static final int HOME = 0;
        private static final int LOCK = 0;
        /** Number of changes; its last bit says which record is valid. */
        private static final int CHANGES = 16;
        private static final int RECORDS = 32;
        /** A record: waiting tasks, results, and for each PE how many tasks it has taken, and above in which buffer. */
        private static final int WAITING = 0;
        private static final int RESULTS = 1;
        private static final int TAKEN = 2;

        private final int mostTasks;
        private final int mostResults;
        private final int recordWords;
        private final long buffers;
        private final long stack;
        private final long log;
        private final IntPredicate lives;

        Tasks(Region region, Region slots, int me, int n, int life, IntPredicate lives, int mostTasks,
            int mostResults) {
            super(region, slots, me, n, life, lives);
            this.lives = lives;
            this.mostTasks = mostTasks;
            this.mostResults = mostResults;
            this.recordWords = TAKEN + n;
            this.buffers = RECORDS + 2L * recordWords;
            this.stack = buffers + 2L * n * BATCH;
            this.log = stack + mostTasks;
        }

        static long words(int n, int mostTasks, int mostResults) {
            return RECORDS + 2L * (TAKEN + n) + 2L * n * BATCH + mostTasks + mostResults;
        }

        /** {@return the valid record, with room behind it}; with the lock, or to look at. */
        private long[] record() {
            long[] record = new long[recordWords];
            while (true) {
                long changes = region.get(CHANGES, HOME);
                region.get(record, 0, at(changes), recordWords, HOME);
                if (region.get(CHANGES, HOME) == changes) {
                    return record;
                }
            }
        }

        private long at(long changes) {
            return RECORDS + (changes & 1) * recordWords;
        }

        private long buffer(int pe, long taken) {
            return buffers + (2L * pe + (taken >>> Integer.SIZE)) * BATCH;
        }

        private void happen(long[] record) {
            long changes = region.get(CHANGES, HOME) + 1;
            region.put(at(changes), record, 0, recordWords, HOME);
            happen(CHANGES, changes, HOME);
        }

        synchronized void add(long task) {
            begin(HOME, LOCK);
            try {
                long[] record = record();
                push(record, new long[] {task}, 1);
                happen(record);
            } catch (RuntimeException | Error e) {
                cutOff(HOME, LOCK);
                throw e;
            }
            end(true, HOME, LOCK);
        }

        private void push(long[] record, long[] tasks, int count) {
            if (record[WAITING] + count > mostTasks) {
                throw new IllegalStateException(Fault.where() + ": " + (record[WAITING] + count)
                    + " tasks wait, and the pool has room for " + mostTasks);
            }
            region.put(stack + record[WAITING], tasks, 0, count, HOME);
            record[WAITING] += count;
        }

        /** Finishes this PE's batch, takes the next one, and {@return its size, 0 at the end of all}. */
        int exchange(long[] children, int childCount, long[] results, int resultCount, long[] batch) {
            int count = tryExchange(children, childCount, results, resultCount, batch);
            for (int round = 0; count == 0; round++) {
                long[] record = record();
                boolean busy = record[WAITING] > 0;
                boolean lost = false;
                for (int pe = 0; pe < n; pe++) {
                    busy |= record[TAKEN + pe] != 0;
                    lost |= (int) record[TAKEN + pe] != 0 && !lives.test(pe);
                }
                if (!busy) {
                    return 0;
                }
                if (record[WAITING] > 0 || lost) {
                    count = tryExchange(children, 0, results, 0, batch);
                } else {
                    region.pause(round);
                }
            }
            return count;
        }

        /** Finishes this PE's batch, and takes no other. */
        void finish(long[] children, int childCount, long[] results, int resultCount) {
            tryExchange(children, childCount, results, resultCount, NONE);
        }

        private synchronized int tryExchange(long[] children, int childCount, long[] results, int resultCount,
            long[] batch) {
            begin(HOME, LOCK);
            try {
                long[] record = record();
                push(record, children, childCount);
                if (record[RESULTS] + resultCount > mostResults) {
                    throw new IllegalStateException(Fault.where() + ": there are " + (record[RESULTS] + resultCount)
                        + " results, and the pool has room for " + mostResults);
                }
                region.put(log + record[RESULTS], results, 0, resultCount, HOME);
                record[RESULTS] += resultCount;
                for (int pe = 0; pe < n; pe++) {
                    if (pe != me && record[TAKEN + pe] != 0 && !lives.test(pe)) {
                        giveBack(record, pe);
                    }
                }
                int count = (int) Math.min(batch.length, Math.ceilDiv(record[WAITING], 2L * n));
                record[WAITING] -= count;
                region.get(batch, 0, stack + record[WAITING], count, HOME);
                take(record, batch, count);
                happen(record);
                end(true, HOME, LOCK);
                return count;
            } catch (RuntimeException | Error e) {
                cutOff(HOME, LOCK);
                throw e;
            }
        }

        /** Notes what this PE takes, in its other buffer: the tasks in the one of now count until the change. */
        private void take(long[] record, long[] batch, int count) {
            long other = record[TAKEN + me] == 0 ? 0 : (record[TAKEN + me] >>> Integer.SIZE ^ 1) << Integer.SIZE;
            record[TAKEN + me] = count == 0 ? 0 : other | count;
            region.put(buffer(me, other), batch, 0, count, HOME);
        }

        private void giveBack(long[] record, int pe) {
            int count = (int) record[TAKEN + pe];
            long[] tasks = new long[count];
            region.get(tasks, 0, buffer(pe, record[TAKEN + pe]), count, HOME);
            record[TAKEN + pe] = 0;
            push(record, tasks, count);
        }

        /** Puts back what an earlier life of this PE had taken, or this one when a task threw. */
        synchronized void giveBack() {
            begin(HOME, LOCK);
            long[] record = record();
            boolean any = record[TAKEN + me] != 0;
            if (any) {
                giveBack(record, me);
                happen(record);
            }
            end(any, HOME, LOCK);
        }

        long results() {
            return record()[RESULTS];
        }

        void forEachResult(LongConsumer action) {
            long[] some = new long[1 << 10];
            long count = results();
            for (long from = 0; from < count; from += some.length) {
                int piece = (int) Math.min(some.length, count - from);
                region.get(some, 0, log + from, piece, HOME);
                for (int i = 0; i < piece; i++) {
                    action.accept(some[i]);
                }
            }
        }

        @Override
        void repair(int pe, long lock) {
            // The valid record says all.
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.PeFailedException;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * A pool of tasks on all PEs. A task is a long, which may add tasks and have results. Each PE runs its own tasks, the
 * newest first; a PE without tasks steals some of the oldest of another PE.
 *
 * <pre>{@code
 * WorkPool pool = WorkPool.allocate(shmem);
 * if (shmem.myPe() == 0) {
 *     pool.add(root);
 * }
 * pool.run(node -> children(node).forEach(pool::add));
 * }</pre>
 *
 * <p>Tasks survive the deaths of PEs. The end of a task publishes the tasks that it has added and its results, all of
 * them or none, and tasks that a dead PE has not finished run again. So a task's effects in the pool happen once; its
 * other effects may happen again. A PE finishes short tasks in groups of up to a hundred microseconds, and longer ones
 * one by one.
 */
public final class WorkPool implements AutoCloseable {
    private static final int MOST_TASKS = 1 << 16;
    /** Maximum number of tasks in a group, including their descendants that the PE runs at once. */
    private static final int MOST_OF_A_GROUP = 1 << 12;
    private static final double SHORT_GROUP_SECONDS = 25e-6;
    private static final double LONG_GROUP_SECONDS = 100e-6;

    private final Shmem shmem;
    private final SymmetricLongs words;
    private final Tasks tasks;
    private final Account account;
    private final SplittableRandom random;
    private long[] stack = new long[2 * Tasks.BATCH];
    private int height;
    private long[] results = new long[Tasks.BATCH];
    private int resultCount;
    private long stolen;
    private boolean running;
    /** Exception of a task of this PE in this run, or null. */
    private Throwable failure;

    /**
     * Makes an empty pool for {@value #MOST_TASKS} waiting tasks on each PE, without results; collective.
     *
     * @param shmem the library
     * @return the pool
     */
    public static WorkPool allocate(Shmem shmem) {
        return new WorkPool(shmem, MOST_TASKS, 0);
    }

    /**
     * Makes an empty pool; collective.
     *
     * @param shmem       the library
     * @param mostTasks   maximum number of waiting tasks on each PE; a PE keeps more of them in its Java heap
     * @param mostResults maximum number of results of the tasks that each PE has run
     * @return the pool
     */
    public static WorkPool allocate(Shmem shmem, int mostTasks, int mostResults) {
        return new WorkPool(shmem, mostTasks, mostResults);
    }

    private WorkPool(Shmem shmem, int mostTasks, int mostResults) {
        if (mostTasks < 1 || mostResults < 0) {
            throw new IllegalArgumentException(Fault.where() + ": a pool has room for 1 or more tasks and 0 or more"
                + " results, not " + mostTasks + " and " + mostResults);
        }
        this.shmem = shmem;
        long count = Tasks.words(mostTasks, mostResults);
        this.words = shmem.allocateLongs(count + Whole.SLOT_WORDS).named("WorkPool");
        this.tasks = new Tasks(new Region(shmem, words.slice(0, count)), new Region(shmem, words.slice(count,
            Whole.SLOT_WORDS)), shmem.myPe(), shmem.nPes(), shmem::isAlive, mostTasks, mostResults);
        Library.register(tasks);
        this.random = new SplittableRandom(shmem.myPe());
        // A task that dies with its PE is done again.
        this.account = Library.outlives() ? null : Account.of(words);
    }

    /**
     * Adds a task: in a task when that is finished, else at once.
     *
     * @param task the task
     * @throws IllegalStateException outside of a task; if there is no room, also in the memory's file system
     */
    public void add(long task) {
        if (account != null) {
            account.add(task);
        }
        if (!running) {
            tasks.add(task);
            return;
        }
        if (height == stack.length) {
            stack = Arrays.copyOf(stack, 2 * height);
        }
        stack[height++] = task;
    }

    /**
     * Adds tasks, outside of a task all of them or none.
     *
     * @param some the tasks
     * @throws IllegalStateException outside of a task; if there is no room, also in the memory's file system
     */
    public void add(long[] some) {
        if (!running) {
            if (account != null) {
                Arrays.stream(some).forEach(account::add);
            }
            tasks.add(some);
            return;
        }
        for (long task : some) {
            add(task);
        }
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
     * Does tasks until there are none on any PE. Collective, with a barrier before and after. A task that throws is
     * done, adds nothing and has no results; what the first one on this PE has thrown is thrown here when all tasks are
     * done. So is the refusal of results that have no room: those of the tasks that finish together are dropped.
     *
     * <p>After a death it throws between two groups of tasks, on each PE, so that all may recover and call it again.
     *
     * @param work does a task; it may add others and results
     * @return how many tasks this PE has done
     * @throws IllegalStateException in a task; if there was no room for results, when all tasks are done
     * @throws PeFailedException     if a PE has died; what it and this one have finished is done
     */
    public long run(LongConsumer work) {
        if (running) {
            throw new IllegalStateException(Fault.where() + ": a task calls run of its own pool");
        }
        running = true;
        failure = null;
        long done = 0;
        try {
            tasks.giveBack();
            shmem.barrierAll();
            done = doAll(work);
            shmem.barrierAll();
        } finally {
            running = false;
            height = 0;
            resultCount = 0;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
        return done;
    }

    private long doAll(LongConsumer work) {
        long done = 0;
        int most = 1;
        while (true) {
            int count = exchange(most);
            while (count == 0 && steal()) {
                count = exchange(most);
            }
            if (count == 0) {
                return done;
            }
            double begun = shmem.time();
            done += group(work, most);
            double seconds = shmem.time() - begun;
            if (seconds > LONG_GROUP_SECONDS) {
                most = Math.max(1, most / 2);
            } else if (seconds < SHORT_GROUP_SECONDS) {
                most = Math.min(MOST_OF_A_GROUP, 2 * most);
            }
        }
    }

    /** Finishes this PE's tasks, takes others, and {@return how many it has now} */
    private int exchange(int most) {
        if (tasks.exchange(stack, height, results, resultCount, most)) {
            resultCount = 0;
            height = tasks.taken(stack);
            failure = failure == null ? tasks.refusal : failure;
        }
        if (Library.anyFallen()) {
            // It throws, and the next run gives back what was taken just now.
            shmem.syncAll();
        }
        return height;
    }

    private int group(LongConsumer work, int most) {
        int done = 0;
        for (int i = 0; i < most && height > 0; i++) {
            long task = stack[--height];
            int heightBefore = height;
            int resultsBefore = resultCount;
            if (account != null) {
                account.take(task);
            }
            try {
                work.accept(task);
                done++;
            } catch (PeFailedException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
                height = heightBefore;
                resultCount = resultsBefore;
            }
        }
        return done;
    }

    /** Takes tasks of another PE, and {@return whether it may be worth while to look for own ones}: not at the end. */
    private boolean steal() {
        int victim;
        for (int round = 0; (victim = tasks.victim(random.nextInt(shmem.nPes()))) != Tasks.NOBODY; round++) {
            if (victim == shmem.myPe()) {
                return true;
            }
            if (victim != Tasks.BUSY) {
                height = tasks.steal(victim, stack);
                if (height > 0) {
                    stolen += height;
                    return true;
                }
            }
            shmem.pause(round);
        }
        return false;
    }

    /** {@return how many tasks this PE has taken from others} */
    public long stolen() {
        return stolen;
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

    /** Frees the memory; collective over all PEs. */
    public void free() {
        words.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        words.close();
    }

    /**
     * The words of a pool: on each PE a part with its waiting tasks, the results of those it has done, and copies of
     * the tasks that have been taken from the part and are not finished.
     *
     * <p>Why it is right: one of two records says what is valid in a part. A change prepares the other record, and
     * words that the valid one does not count. It happens with the store of the word that names the valid record, see
     * {@link Whole}. Only its PE does tasks of a part. Another PE first notes in the record what it takes, then has
     * these tasks and the number of the theft in its own part, by one change, and then deletes the note. So each task
     * counts in one part at least until it is finished. Where a thief has died before it deleted the note, its own
     * record says whether it has the tasks.
     *
     * <p>When a PE has seen all parts empty, and then none changed, all were empty in between. Nobody can add tasks
     * then.
     */
    static final class Tasks extends Whole {
        static final int BATCH = 128;
        static final int NOBODY = -1;
        static final int BUSY = -2;

        private static final int LOCK = 0;
        /** Number of changes; its last bit says which record is valid. */
        private static final int CHANGES = 16;
        private static final int RECORDS = 32;
        private static final int RECORD_WORDS = 8;
        /** Waiting tasks in a ring: the place of the oldest one, and their number. */
        private static final int OLDEST = 0;
        private static final int WAITING = 1;
        private static final int RESULTS = 2;
        /** Number of tasks taken by the part's PE; the buffer with them, one of two, in the bits above. */
        private static final int TAKEN = 3;
        /** Number of tasks that a thief has taken, and above its number and 1; 0 where no theft is under way. */
        private static final int GIVEN = 4;
        private static final int THEFTS = 5;
        /** The last theft of the part's PE: the victim's number and 1, and the number of the theft. */
        private static final int OWN_THEFT = 6;
        private static final int GIFT = RECORDS + 2 * RECORD_WORDS;
        private static final int BUFFERS = GIFT + BATCH;
        private static final int RING = BUFFERS + 2 * BATCH;

        private final int mostTasks;
        private final int mostResults;
        private final int places;
        private final long[] batch = new long[BATCH];
        private int batchCount;
        /** The theft whose tasks this PE does not have in its part yet, or 0. */
        private long theft;
        /** The refusal of the last exchange's results, which had no room and are dropped, or null. */
        private IllegalStateException refusal;

        Tasks(Region region, Region slots, int me, int n, IntPredicate lives, int mostTasks, int mostResults) {
            super(region, slots, me, n, lives);
            this.mostTasks = mostTasks;
            this.mostResults = mostResults;
            this.places = places(mostTasks);
        }

        /** {@return places for tasks: those that are given back always have room} */
        private static int places(int mostTasks) {
            return mostTasks + 2 * BATCH;
        }

        static long words(int mostTasks, int mostResults) {
            return RING + (long) places(mostTasks) + mostResults;
        }

        /** {@return the valid record of a part, behind which stands the number of changes} */
        private long[] record(int pe) {
            long[] record = new long[RECORD_WORDS];
            while (true) {
                long changes = region.get(CHANGES, pe);
                region.get(record, 0, at(changes), RECORD_WORDS - 1, pe);
                VarHandle.loadLoadFence();
                if (region.get(CHANGES, pe) == changes) {
                    record[RECORD_WORDS - 1] = changes;
                    return record;
                }
            }
        }

        private static long at(long changes) {
            return RECORDS + (changes & 1) * RECORD_WORDS;
        }

        private static long buffer(long taken) {
            return BUFFERS + (taken >>> Integer.SIZE) * BATCH;
        }

        /** Changes a record; {@return whether the change, which says so, has happened} */
        private boolean change(int pe, Predicate<long[]> change) {
            enter();
            try {
                begin(pe, LOCK);
                long[] record = record(pe);
                boolean happens = change.test(record);
                if (happens) {
                    long changes = record[RECORD_WORDS - 1] + 1;
                    region.put(at(changes), record, 0, RECORD_WORDS - 1, pe);
                    happen(CHANGES, changes, pe);
                }
                end(happens, pe, LOCK);
                return happens;
            } catch (RuntimeException | Error e) {
                cutOff();
                throw e;
            } finally {
                inside = null;
            }
        }

        /** Stores tasks behind the newest ones. */
        private void push(long[] record, long[] some, int count, int pe) {
            int place = (int) ((record[OLDEST] + record[WAITING]) % places);
            int first = Math.min(count, places - place);
            region.require(RING + place, first, pe);
            region.require(RING, count - first, pe);
            region.put(RING + place, some, 0, first, pe);
            region.put(RING, some, first, count - first, pe);
            record[WAITING] += count;
        }

        private void load(long[] some, long from, int count, int pe) {
            int place = (int) (from % places);
            int first = Math.min(count, places - place);
            region.get(some, 0, RING + place, first, pe);
            region.get(some, first, RING, count - first, pe);
        }

        void add(long... some) {
            change(me, record -> {
                if (record[WAITING] + some.length > mostTasks) {
                    throw new IllegalStateException(Fault.where() + ": " + (record[WAITING] + some.length)
                        + " tasks wait on PE " + me + ", and the pool has room for " + mostTasks);
                }
                push(record, some, some.length, me);
                return true;
            });
        }

        /**
         * Finishes this PE's tasks but those that are left, with their results as far as these have room, and takes
         * others.
         *
         * @return whether it has; not where those that are left have no room
         */
        boolean exchange(long[] left, int leftCount, long[] results, int resultCount, int most) {
            boolean happens = change(me, record -> {
                if (leftCount > 0 && record[WAITING] + leftCount > mostTasks) {
                    return false;
                }
                boolean fits = record[RESULTS] + resultCount <= mostResults
                    && region.provides(RING + (long) places + record[RESULTS], resultCount, me);
                refusal = fits ? null : new IllegalStateException(Fault.where() + ": PE " + me + " has "
                    + (record[RESULTS] + resultCount) + " results, and the pool has room for " + mostResults
                    + ", or less where the file system is full");
                boolean idle = leftCount + resultCount + record[WAITING] + record[TAKEN] + theft == 0;
                try {
                    push(record, left, leftCount, me);
                } catch (IllegalStateException e) {
                    // No page for them; they stay where they are.
                    return false;
                }
                if (fits) {
                    region.put(RING + (long) places + record[RESULTS], results, 0, resultCount, me);
                    record[RESULTS] += resultCount;
                }
                record[OWN_THEFT] = theft == 0 ? record[OWN_THEFT] : theft;
                take(record, (int) Math.min(Math.min(most, BATCH), Math.ceilDiv(record[WAITING], 2L)));
                return !idle;
            });
            if (happens && theft != 0) {
                change((int) (theft >>> Integer.SIZE) - 1, record -> {
                    record[GIVEN] = 0;
                    return true;
                });
                theft = 0;
            }
            return happens;
        }

        /** Takes the newest tasks into the other buffer: the tasks in the one of now count until the change. */
        private void take(long[] record, int count) {
            long other = record[TAKEN] == 0 ? 0 : (record[TAKEN] >>> Integer.SIZE ^ 1) << Integer.SIZE;
            record[WAITING] -= count;
            load(batch, record[OLDEST] + record[WAITING], count, me);
            region.put(buffer(other), batch, 0, count, me);
            record[TAKEN] = count == 0 ? 0 : other | count;
            batchCount = count;
        }

        /** Copies the tasks that the last exchange has taken, and {@return their number}. */
        int taken(long[] some) {
            System.arraycopy(batch, 0, some, 0, batchCount);
            return batchCount;
        }

        /** {@return a PE with tasks, NOBODY when no PE has any, or BUSY} */
        int victim(int first) {
            long changes = 0;
            boolean empty = true;
            for (int i = 0; i < n; i++) {
                int pe = (first + i) % n;
                long[] record = record(pe);
                if (record[WAITING] > 0 && (record[GIVEN] == 0 || pe == me)) {
                    return pe;
                }
                empty &= record[WAITING] + record[TAKEN] + record[GIVEN] == 0;
                changes += record[RECORD_WORDS - 1];
            }
            for (int pe = 0; empty && pe < n; pe++) {
                changes -= region.get(CHANGES, pe);
            }
            return empty && changes == 0 ? NOBODY : BUSY;
        }

        /** Takes the oldest tasks of another PE, up to half of them, and {@return their number}. */
        int steal(int victim, long[] some) {
            int[] count = new int[1];
            change(victim, record -> {
                if (record[GIVEN] != 0 || record[WAITING] == 0) {
                    return false;
                }
                count[0] = (int) Math.min(Math.min(BATCH, mostTasks), Math.ceilDiv(record[WAITING], 2L));
                load(some, record[OLDEST], count[0], victim);
                region.put(GIFT, some, 0, count[0], victim);
                record[OLDEST] = (record[OLDEST] + count[0]) % places;
                record[WAITING] -= count[0];
                record[GIVEN] = (me + 1L) << Integer.SIZE | count[0];
                record[THEFTS] = record[THEFTS] + 1 & Integer.MAX_VALUE;
                theft = theft(record, victim);
                return true;
            });
            return count[0];
        }

        private static long theft(long[] record, int victim) {
            return (victim + 1L) << Integer.SIZE | record[THEFTS];
        }

        /** Puts back what this PE had taken and not finished, in an earlier life or before a task threw. */
        void giveBack() {
            last();
            theft = 0;
            long own = record(me)[OWN_THEFT];
            for (int pe = 0; pe < n; pe++) {
                int victim = pe;
                if (record(victim)[GIVEN] >>> Integer.SIZE == me + 1) {
                    change(victim, record -> {
                        if (theft(record, victim) != own) {
                            putBack(record, GIFT, (int) record[GIVEN], victim);
                        }
                        record[GIVEN] = 0;
                        return true;
                    });
                }
            }
            if (record(me)[TAKEN] != 0) {
                change(me, record -> {
                    putBack(record, buffer(record[TAKEN]), (int) record[TAKEN], me);
                    record[TAKEN] = 0;
                    return true;
                });
            }
        }

        private void putBack(long[] record, long from, int count, int pe) {
            long[] some = new long[count];
            region.get(some, 0, from, count, pe);
            push(record, some, count, pe);
        }

        long results() {
            long all = 0;
            for (int pe = 0; pe < n; pe++) {
                all += record(pe)[RESULTS];
            }
            return all;
        }

        void forEachResult(LongConsumer action) {
            long[] some = new long[1 << 10];
            for (int pe = 0; pe < n; pe++) {
                long count = record(pe)[RESULTS];
                for (long from = 0; from < count; from += some.length) {
                    int piece = (int) Math.min(some.length, count - from);
                    region.get(some, 0, RING + (long) places + from, piece, pe);
                    for (int i = 0; i < piece; i++) {
                        action.accept(some[i]);
                    }
                }
            }
        }

        @Override
        void repair(int pe, long lock) {
            // The valid record says all.
        }
    }
}

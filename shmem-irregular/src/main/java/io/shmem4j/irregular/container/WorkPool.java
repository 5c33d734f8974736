// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Observer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * A pool of tasks on all PEs. A task is a number of the program's; it may add tasks and results. Each PE runs its own
 * tasks, the newest first. A PE without tasks steals the oldest ones of another PE.
 *
 * <pre>{@code
 * WorkPool pool = WorkPool.allocate(shmem);
 * if (shmem.myPe() == 0) {
 *     pool.add(root);
 * }
 * pool.run(node -> children(node).forEach(pool::add));
 * }</pre>
 *
 * <p>Tasks survive the deaths of PEs. When a task finishes, its new tasks and results appear all at once; tasks that a
 * dead PE has not finished run again. So a task's effects in the pool happen once, but its other effects may happen
 * again. A PE finishes short tasks in groups of up to a hundred microseconds, longer ones one by one.
 */
public final class WorkPool implements AutoCloseable {
    private static final int MOST_TASKS = 1 << 16;
    /** Maximum number of tasks in a group, which includes the descendants that run in it. */
    private static final int MOST_OF_A_GROUP = 1 << 12;
    private static final double SHORT_GROUP_SECONDS = 25e-6;
    private static final double LONG_GROUP_SECONDS = 100e-6;

    private final Shmem shmem;
    private final SymmetricLongs words;
    private final Tasks tasks;
    private final Observer observer;
    private final String name;
    private final SplittableRandom random;
    private long[] stack = new long[2 * Tasks.BATCH];
    private int height;
    private long[] results = new long[Tasks.BATCH];
    private int resultCount;
    private long stolen;
    private boolean running;
    /** Number of recoveries when this PE began the run that it has not ended and continues after an error, or -1. */
    private int begun = -1;
    /** Number of tasks that this PE has run without an exception in this run. */
    private long done;
    /** First exception of this PE's tasks in this run, or null. */
    private Throwable failure;

    /**
     * Makes an empty pool for {@value #MOST_TASKS} waiting tasks on each PE, without results; collective.
     *
     * @param shmem the library
     * @return the pool
     */
    public static WorkPool allocate(Shmem shmem) {
        return Library.whole(() -> new WorkPool(shmem, MOST_TASKS, 0));
    }

    /**
     * Makes an empty pool; collective.
     *
     * @param shmem       the library
     * @param mostTasks   maximum number of waiting tasks on each PE; a PE keeps further tasks in its Java heap
     * @param mostResults maximum number of results on each PE
     * @return the pool
     */
    public static WorkPool allocate(Shmem shmem, int mostTasks, int mostResults) {
        return Library.whole(() -> new WorkPool(shmem, mostTasks, mostResults));
    }

    private WorkPool(Shmem shmem, int mostTasks, int mostResults) {
        if (mostTasks < 1 || mostResults < 0) {
            throw new IllegalArgumentException(Fault.where() + ": a pool needs room for 1 or more tasks and 0 or more"
                + " results, not " + mostTasks + " and " + mostResults);
        }
        this.shmem = shmem;
        long count = Tasks.words(mostTasks, mostResults);
        this.words = shmem.allocateLongs(count + Slots.WORDS).named("WorkPool");
        this.tasks = new Tasks(new Region(shmem, words.slice(0, count)), new Region(shmem, words.slice(count,
            Slots.WORDS)), shmem.myPe(), shmem.nPes(), shmem::isAlive, mostTasks, mostResults);
        Progress.of(Library.currentBackend()).repair(tasks);
        this.random = new SplittableRandom(shmem.myPe());
        // A task runs again if its PE dies.
        this.observer = Library.outlives() ? Observer.NONE : Library.currentBackend().observer();
        this.name = tasks.region.name();
    }

    /**
     * Adds a task: at once, or inside a task when that finishes.
     *
     * @param task the task
     * @throws IllegalStateException outside of tasks, if the pool or the file system with its memory is full
     */
    public void add(long task) {
        observer.addTask(name, task);
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
     * Adds tasks; outside of tasks, all of them or none.
     *
     * @param more the tasks
     * @throws IllegalStateException outside of tasks, if the pool or the file system with its memory is full
     */
    public void add(long[] more) {
        if (running) {
            for (long task : more) {
                add(task);
            }
            return;
        }
        Arrays.stream(more).forEach(task -> observer.addTask(name, task));
        tasks.add(more);
    }

    /**
     * Adds a result of the running task when that finishes.
     *
     * @param result the result
     * @throws IllegalStateException outside of a task
     */
    public void result(long result) {
        if (!running) {
            throw new IllegalStateException(Fault.where() + ": call result() inside a task");
        }
        if (resultCount == results.length) {
            results = Arrays.copyOf(results, 2 * resultCount);
        }
        results[resultCount++] = result;
    }

    /**
     * Runs tasks until no PE has any. Collective, with a barrier before and after. A task that throws is finished,
     * without its new tasks and results. After all tasks have finished, this method throws the first exception of this
     * PE's tasks. It also throws if there was no room for results; those of tasks that finished together were dropped.
     *
     * <p>After a death this method throws between two groups of tasks on each PE, so all can recover and call it again.
     * If a {@link VirtualMachineError} interrupts this method or a task, the other PEs wait until this PE calls it
     * again, which continues the run. Tasks that it has not finished run again.
     *
     * @param work runs a task; it may add tasks and results
     * @return number of tasks that this PE has run without an exception
     * @throws IllegalStateException inside a task; if there was no room for results
     * @throws PeFailedException     if a PE has died; finished tasks stay finished
     */
    public long run(LongConsumer work) {
        if (running) {
            throw new IllegalStateException(Fault.where() + ": a task can't call run() of its own pool");
        }
        int recoveries = Library.recoveries();
        running = true;
        try {
            tasks.putBackUnfinished();
            if (begun != recoveries) {
                failure = null;
                done = 0;
                shmem.barrierAll();
                begun = recoveries;
            }
            runAll(work);
            shmem.barrierAll();
            begun = -1;
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

    private void runAll(LongConsumer work) {
        int most = 1;
        while (true) {
            int count = exchange(most);
            while (count == 0 && steal()) {
                count = exchange(most);
            }
            if (count == 0) {
                return;
            }
            double start = shmem.time();
            runGroup(work, most);
            double seconds = shmem.time() - start;
            if (seconds > LONG_GROUP_SECONDS) {
                most = Math.max(1, most / 2);
            } else if (seconds < SHORT_GROUP_SECONDS) {
                most = Math.min(MOST_OF_A_GROUP, 2 * most);
            }
        }
    }

    /** Finishes the last group, takes tasks, and {@return number of tasks on the stack} */
    private int exchange(int most) {
        if (tasks.exchange(stack, height, results, resultCount, most)) {
            resultCount = 0;
            height = tasks.taken(stack);
            failure = failure == null ? tasks.refusal() : failure;
        }
        if (Library.anyFallen()) {
            // This throws, and the next run puts back the tasks just taken.
            shmem.syncAll();
        }
        return height;
    }

    private void runGroup(LongConsumer work, int most) {
        for (int i = 0; i < most && height > 0; i++) {
            long task = stack[--height];
            int heightBefore = height;
            int resultsBefore = resultCount;
            observer.runTask(name, task);
            try {
                work.accept(task);
                done++;
            } catch (PeFailedException | VirtualMachineError e) {
                throw e;
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
                height = heightBefore;
                resultCount = resultsBefore;
            }
        }
    }

    /** Waits for tasks, those of other PEs too; {@return whether there may be some, false once all PEs are done} */
    private boolean steal() {
        int victim;
        for (int round = 0; (victim = tasks.victim(random.nextInt(shmem.nPes()))) != Tasks.NONE; round++) {
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

    /** {@return number of tasks that this PE has stolen} */
    public long stolen() {
        return stolen;
    }

    /** {@return number of results on all PEs} */
    public long resultCount() {
        return tasks.resultCount();
    }

    /**
     * Passes the results on all PEs to an action, in any order.
     *
     * @param action the action
     */
    public void forEachResult(LongConsumer action) {
        tasks.forEachResult(action);
    }

    /** {@return the outcome of this PE's last change; taking and finishing tasks are changes} */
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
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Tasks on all PEs, each a long, which may cause further tasks. Each PE does those that it has, the newest first; one
 * that has none takes some of the oldest from another one.
 *
 * <pre>{@code
 * WorkPool pool = new WorkPool(shmem);
 * if (shmem.myPe() == 0) {
 *     pool.add(root);
 * }
 * pool.run(node -> children(node).forEach(pool::add));
 * }</pre>
 *
 * <p>Every task is done once, by one PE. {@link #run} returns on all PEs when no task is left anywhere.
 *
 * <p>Why it is right: a PE with many tasks puts chunks of them on its shelf. One word says which chunks are still
 * there, and how often the shelf has been filled; who changes it from one chunk more to one less by compare-and-swap
 * has that chunk, and counts it as copied when it has copied it. The PE fills the shelf again when no chunk is left and
 * all have been copied, so nobody copies what changes. PE 0 counts the PEs that may have tasks. All are counted at
 * first. A PE counts itself out when its stack and its shelf are empty, so while it is counted out it has no tasks. A
 * thief counts itself in before it tries to take a chunk, and out again if it gets none. So while there is a task, on a
 * stack, on a shelf, or on its way to a thief, its holder is counted; and when the count is 0 there is none, and no PE
 * that could make one.
 */
public final class WorkPool {
    private static final int CHUNK = 16;
    private static final int CHUNKS = 64;
    /** The word of a shelf: how often it was filled, and the chunks that are left. */
    private static final int FILLED_SHIFT = 8;
    private static final int CHUNK_MASK = (1 << FILLED_SHIFT) - 1;
    /** Looks at other shelves between two looks at the count. */
    private static final int LOOKS = 4;

    private final Shmem shmem;
    private final int me;
    private final SymmetricLongs shelf;
    private final SymmetricLongs left;
    private final SymmetricLongs copied;
    private final SymmetricLongs counted;
    private long[] stack = new long[CHUNK * CHUNKS];
    private int height;
    private long given;
    private long filled;
    private long stolen;
    private boolean running;
    /** Thrown by a task of this PE in this run, or null. */
    private Throwable failure;

    /**
     * Makes an empty pool; collective.
     *
     * @param shmem the library
     */
    public WorkPool(Shmem shmem) {
        this.shmem = shmem;
        this.me = shmem.myPe();
        this.shelf = shmem.allocateLongs((long) CHUNK * CHUNKS).named("WorkPool");
        this.left = shmem.allocateSignals(1).named("chunks of WorkPool");
        this.copied = shmem.allocateSignals(1).named("copied chunks of WorkPool");
        this.counted = shmem.allocateSignals(1).named("PEs with tasks of WorkPool");
    }

    /**
     * Adds a task, before {@link #run} or in a task.
     *
     * @param task the task
     */
    public void add(long task) {
        if (height == stack.length) {
            stack = Arrays.copyOf(stack, 2 * height);
        }
        stack[height++] = task;
    }

    /**
     * Does tasks until there are none on any PE. Collective, with a barrier before and after. A task that throws ends
     * this PE's part: its other tasks are dropped, and what the task has thrown is thrown here when the other PEs have
     * done theirs. The pool is empty then, and may be used again.
     *
     * @param work does a task, and may add others
     * @return how many tasks this PE has done
     * @throws IllegalStateException in a task
     */
    public long run(LongConsumer work) {
        if (running) {
            throw new IllegalStateException(Fault.where() + ": a task calls run of its own pool");
        }
        running = true;
        counted.set(0, shmem.nPes());
        shmem.barrierAll();
        long done = 0;
        failure = null;
        SplittableRandom random = new SplittableRandom(me);
        do {
            done += empty(work);
            while (take(me)) {
                done += empty(work);
            }
            shmem.add(counted, 0, -1, 0);
        } while (failure == null && steal(random));
        running = false;
        shmem.barrierAll();
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
        return done;
    }

    /** {@return how many tasks this PE has taken from others} */
    public long stolen() {
        return stolen;
    }

    private long empty(LongConsumer work) {
        long done = 0;
        while (height > 0) {
            long task = stack[--height];
            try {
                work.accept(task);
            } catch (RuntimeException | Error e) {
                failure = e;
                drop();
                return done;
            }
            done++;
            if (height >= 2 * CHUNK && (left.getAcquire(0) & CHUNK_MASK) == 0 && copied.getAcquire(0) == given) {
                give();
            }
        }
        return done;
    }

    private void drop() {
        do {
            height = 0;
        } while (take(me));
    }

    /** Moves the oldest tasks, which have the most below them, to the shelf: half of all, in chunks. */
    private void give() {
        int chunks = Math.min(height / 2 / CHUNK, CHUNKS);
        int count = chunks * CHUNK;
        shmem.put(shelf, 0, stack, 0, count, me);
        given += chunks;
        filled++;
        height -= count;
        System.arraycopy(stack, count, stack, 0, height);
        shmem.fence();
        shmem.atomicSet(left, 0, filled << FILLED_SHIFT | chunks, me);
    }

    /** Looks for a chunk on other PEs' shelves. Returns false when no PE has tasks. */
    private boolean steal(SplittableRandom random) {
        int n = shmem.nPes();
        for (int round = 0; shmem.atomicFetch(counted, 0, 0) != 0; round++) {
            for (int look = 0; look < LOOKS; look++) {
                int victim = random.nextInt(n);
                if (victim == me || (shmem.atomicFetch(left, 0, victim) & CHUNK_MASK) == 0) {
                    continue;
                }
                shmem.add(counted, 0, 1, 0);
                shmem.quiet();
                if (take(victim)) {
                    stolen += CHUNK;
                    return true;
                }
                shmem.add(counted, 0, -1, 0);
            }
            shmem.pause(round);
        }
        return false;
    }

    private boolean take(int victim) {
        long before = shmem.atomicFetch(left, 0, victim);
        while ((before & CHUNK_MASK) > 0) {
            long seen = shmem.compareSwap(left, 0, before, before - 1, victim);
            if (seen == before) {
                if (height + CHUNK > stack.length) {
                    stack = Arrays.copyOf(stack, 2 * stack.length);
                }
                shmem.get(stack, height, shelf, ((before & CHUNK_MASK) - 1) * CHUNK, CHUNK, victim);
                height += CHUNK;
                shmem.inc(copied, 0, victim);
                return true;
            }
            before = seen;
        }
        return false;
    }

    /** Frees the memory; collective. */
    public void free() {
        shmem.free(counted);
        shmem.free(copied);
        shmem.free(left);
        shmem.free(shelf);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.batch;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.SymmetricIndexException;
import io.shmem4j.irregular.batch.Words.Operation;
import io.shmem4j.irregular.lane.Courier;
import io.shmem4j.irregular.lane.Follow;
import io.shmem4j.irregular.lane.Outbox;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Combines small accesses. It has the methods of a context, so a loop of single accesses needs no change, but it sends
 * a few large messages instead of one per access.
 *
 * <pre>{@code
 * Batch batch = Batch.allocate(shmem, counts);
 * for (long key : keys) {
 *     batch.inc(counts, key / n, (int) (key % n));
 * }
 * batch.barrier();
 * }</pre>
 *
 * <p>Accesses to PEs that this PE reaches by load and store happen at once. Other accesses are buffered per target.
 * They are sent when a buffer is full or by {@link #quiet}, and the target executes them in order, so {@link #fence}
 * costs nothing between nodes. {@code quiet} completes all accesses and runs the actions of all fetches.
 *
 * <p>Buffers are bounded: while an access has no room, its PE executes accesses of other PEs. A PE also executes them
 * in its other calls of the batch, and on a thread of the library. On simulated machines, and below
 * {@link io.shmem4j.ThreadLevel#MULTIPLE}, that thread does not exist, so PEs wait for each other by {@link #barrier},
 * not by a barrier of the library. Actions may make accesses of the batch, but must not wait. The actions of these
 * accesses run after the current one, so chains of any length need no stack.
 */
public final class Batch implements BatchedAccess, AutoCloseable {
    /** Layout of a record's header: operation, array number, element index; or {@code ANSWERS} and their number. */
    private static final int ARRAY_SHIFT = 5;
    private static final int INDEX_SHIFT = 16;
    private static final int OPERATIONS = 1 << ARRAY_SHIFT;
    private static final int MOST_ARRAYS = 1 << INDEX_SHIFT - ARRAY_SHIFT;
    private static final int ANSWERS = OPERATIONS - 1;
    private static final int MOST_ANSWERS = 64;

    final Context context;
    private final Courier courier;
    private final Symmetric[] arrays;
    private final boolean[] near;
    private boolean allNear;
    private final int me;
    private Symmetric last;
    private int lastNumber;
    /** Actions of the last fetch that has arrived, and of the last fetch, by PE. */
    private final Expected[] arrived;
    private final Expected[] expected;
    private final int[] answersAt;
    private final int[] answersSince;
    private long open;

    /** The action of a fetch, in the order of the answers of a PE. */
    private static final class Expected {
        private final Object what;
        private Expected next;

        Expected(Object what) {
            this.what = what;
        }
    }

    /**
     * Makes a batch of all PEs; collective.
     *
     * @param shmem  the library
     * @param arrays the symmetric arrays that the batch accesses, no slices, in the same order on all PEs
     * @return the batch
     */
    public static Batch allocate(Shmem shmem, Symmetric... arrays) {
        return Library.whole(() -> new Batch(shmem, shmem.world(), arrays));
    }

    /**
     * Makes a batch that uses a team's PE numbers. Collective over all PEs, as allocation is; PEs outside of the team
     * make the call, but no accesses.
     *
     * @param shmem  the library
     * @param team   the team
     * @param arrays the symmetric arrays that the batch accesses, no slices, in the same order on all PEs
     * @return the batch
     */
    public static Batch allocate(Shmem shmem, Team team, Symmetric... arrays) {
        return Library.whole(() -> new Batch(shmem, team, arrays));
    }

    private Batch(Shmem shmem, Team team, Symmetric... arrays) {
        if (arrays.length == 0 || arrays.length > MOST_ARRAYS) {
            throw new IllegalArgumentException(Fault.where() + ": a batch accesses 1 to " + MOST_ARRAYS
                + " symmetric arrays, not " + arrays.length);
        }
        if (Library.outlives()) {
            throw new IllegalStateException(Fault.where() + ": a job that outlives its PEs has no batches; on one"
                + " machine the accesses of the library are as fast");
        }
        this.arrays = arrays.clone();
        this.courier = new Courier(shmem, team, "batch", true, null, (from, words, count) -> {
            for (int at = 0; at < count;) {
                at += receive(from, words, at);
            }
        });
        this.context = courier.ends().context();
        this.me = courier.ends().me();
        int n = courier.ends().size();
        this.near = new boolean[n];
        this.arrived = new Expected[n];
        this.expected = new Expected[n];
        this.answersAt = new int[n];
        this.answersSince = new int[n];
        for (int pe = 0; pe < n; pe++) {
            near[pe] = courier.ends().reaches(pe);
            arrived[pe] = new Expected(null);
            expected[pe] = arrived[pe];
            answersSince[pe] = -1;
        }
        this.allNear = n > 0 && IntStream.range(0, n).allMatch(pe -> near[pe]);
        courier.start();
        shmem.syncAll();
    }

    /** {@return whether accesses to a PE happen at once; true for invalid PEs, which the context refuses} */
    boolean near(int pe) {
        return allNear || pe >= size() || pe < 0 || near[pe];
    }

    private int size() {
        if (near.length == 0) {
            throw new InvalidPeException(Fault.where() + ": this PE is outside of the batch's team and reaches no PE"
                + " of it");
        }
        return near.length;
    }

    void send(Operation operation, Symmetric target, long index, int pe) {
        record(operation, target, index, 0, 0, pe, null);
    }

    void send(Operation operation, Symmetric target, long index, long value, int pe) {
        record(operation, target, index, value, 0, pe, null);
    }

    void fetch(Operation operation, Symmetric target, long index, int pe, Object action) {
        record(operation, target, index, 0, 0, pe, action);
    }

    void fetch(Operation operation, Symmetric target, long index, long value, int pe, Object action) {
        record(operation, target, index, value, 0, pe, action);
    }

    void exchange(Symmetric target, long index, long expected, long value, int pe, Object action) {
        record(Operation.COMPARE_SWAP, target, index, expected, value, pe, action);
    }

    /** Checks and records an access. Answers arrive in order, because a PE executes accesses in order. */
    private void record(Operation operation, Symmetric target, long index, long first, long second, int pe,
        Object action) {
        if (index < 0 || index >= target.length()) {
            check(target, index, 1);
        }
        Expected last = action == null ? null : new Expected(action);
        boolean full;
        long entered = courier.enter();
        try {
            int number = target == this.last ? lastNumber : number(target);
            full = courier.write(pe, index << INDEX_SHIFT | (long) number << ARRAY_SHIFT | operation.ordinal(),
                operation.operands, first, second, null);
            if (last != null) {
                expected[pe].next = last;
                expected[pe] = last;
                open++;
            }
        } finally {
            if (courier.lock.holder == entered) {
                courier.lock.holder = 0;
            }
        }
        if (full) {
            courier.makeRoom(pe);
        }
    }

    private int number(Symmetric target) {
        for (int i = 0; i < arrays.length; i++) {
            if (arrays[i] == target) {
                last = target;
                lastNumber = i;
                return i;
            }
        }
        throw new IllegalArgumentException(Fault.where() + ": the batch does not contain " + target
            + "; pass it to allocate()");
    }

    void check(Symmetric target, long index, int count) {
        if (index < 0 || count < 0 || index > target.length() - count) {
            throw new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("element", index, count,
                target.name(), target.length()));
        }
    }

    /** Executes a record; {@return its number of words} */
    private int receive(int from, long[] words, int at) {
        long header = words[at];
        int operation = (int) header & OPERATIONS - 1;
        if (operation == ANSWERS) {
            int count = (int) (header >>> INDEX_SHIFT);
            Follow.now(() -> deliver(from, words, at + 1, count));
            return 1 + count;
        }
        Operation known = Operation.ALL[operation];
        Symmetric target = arrays[(int) header >>> ARRAY_SHIFT & MOST_ARRAYS - 1];
        if (known == Operation.MANY) {
            long first = header >>> INDEX_SHIFT;
            for (long i = 0; i < words[at + 1]; i++) {
                answer(from, Words.apply(Operation.G, context, me, target, first + i, words, at));
            }
            return 1 + known.operands;
        }
        long word = Words.apply(known, context, me, target, header >>> INDEX_SHIFT, words, at + 1);
        if (known.fetches()) {
            answer(from, word);
        }
        return 1 + known.operands;
    }

    private void deliver(int from, long[] words, int at, int count) {
        for (int i = 0; i < count; i++) {
            if (Words.deliver(arrived[from].next.what, words[at + i])) {
                arrived[from] = arrived[from].next;
                open--;
            }
        }
    }

    /** Appends an answer to the last record for a PE if that has answers and was not sent yet. */
    private void answer(int pe, long word) {
        Outbox.Box box = courier.outbox().common(pe);
        int header = answersAt[pe];
        if (answersSince[pe] == box.resets()) {
            int count = (int) (box.word(header) >>> INDEX_SHIFT);
            if (header + 1 + count == box.end() && count < MOST_ANSWERS
                && box.extend(header, 1L << INDEX_SHIFT, word)) {
                return;
            }
        }
        courier.write(pe, 1L << INDEX_SHIFT | ANSWERS, 1, word, 0, null);
        courier.countAnswer();
        answersAt[pe] = box.end() - 2;
        answersSince[pe] = box.resets();
    }

    /** Orders this PE's earlier accesses to each PE before its later accesses to the same PE. */
    public void fence() {
        courier.requireOpen();
        // A context's fence does not order fetches after stores.
        context.quiet();
    }

    /**
     * Completes this PE's accesses, and runs the actions of its fetches.
     *
     * @throws IllegalStateException in an action, which must not wait
     */
    public void quiet() {
        courier.quiet(() -> open == 0);
        context.quiet();
    }

    /**
     * Sends buffered accesses and executes arrived ones, without waiting. PEs that compute call it if the library's
     * thread does not exist.
     *
     * @return whether any accesses or answers had arrived
     */
    public boolean poll() {
        return courier.step();
    }

    /**
     * Completes the accesses of all PEs, including those of actions, and waits for all PEs; collective over the team.
     * If an {@link Error} interrupts this method, the other PEs wait until this PE calls it again, which continues it.
     *
     * @throws IllegalStateException in an action, which must not wait
     */
    public void barrier() {
        context.quiet();
        courier.finish();
        courier.endFinish();
    }

    /** Completes all accesses, and frees the memory of the batch; collective over all PEs. */
    public void free() {
        courier.free();
        allNear = false;
        Arrays.fill(near, false);
    }

    /**
     * Frees the memory without waiting, so that a try block can end with an exception. Call {@link #barrier} first:
     * accesses that have not arrived are lost. All PEs close in the same order, see {@link io.shmem4j.Symmetric#close}.
     * Does nothing if the memory is free already.
     *
     * @throws IllegalStateException if this PE has made accesses since its last {@link #quiet} or {@link #barrier}; the
     *     memory is freed all the same
     */
    @Override
    public void close() {
        allNear = false;
        Arrays.fill(near, false);
        long lost = courier.close();
        if (lost > 0) {
            throw new IllegalStateException(Fault.where() + ": the batch was closed without barrier(), so the last "
                + lost + " accesses of this PE may be lost; call barrier() on all PEs first");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.engine.Fault;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * The words of a {@link WorkPool}. Each PE's part has its waiting tasks, the results of the tasks that it has finished,
 * and copies of the tasks that have been taken from the part and are not finished.
 *
 * <p>Correctness: a part has two records, one of which is valid. A change prepares the other record, and words that the
 * valid one does not count. It commits by storing the word that selects the valid record, see {@link Slots}.
 *
 * <p>Only its own PE runs the tasks of a part. A thief first notes in the victim's record which tasks it takes. One
 * change then adds them, and the number of the theft, to its own part. Finally it deletes the note. So each unfinished
 * task is counted in at least one part. If a thief dies before it deletes the note, the number of the theft in its own
 * record shows whether it has the tasks.
 *
 * <p>A PE that sees all parts empty, and then sees that none has changed, knows that all were empty at one moment. From
 * then on no PE has a task that could add one.
 */
final class Tasks extends AllOrNothing {
    /** Maximum number of tasks that a PE takes at once. */
    static final int BATCH = 128;
    /** Results of {@link #victim}: no PE has tasks, or only tasks that can't be taken now. */
    static final int NONE = -1;
    static final int BUSY = -2;

    private static final int LOCK = 0;
    /** Number of changes. The lowest bit selects the valid record. */
    private static final int CHANGES = 16;
    private static final int RECORDS = 32;
    private static final int RECORD_WORDS = 8;
    /** Ring of waiting tasks: the position of the oldest, and their number. */
    private static final int OLDEST = 0;
    private static final int WAITING = 1;
    private static final int RESULTS = 2;
    /** Number of tasks that the part's PE has taken, and in the upper half the one of two buffers that has them. */
    private static final int TAKEN = 3;
    /** Note of a thief: number of tasks, and in the upper half the thief's number plus 1; or 0. */
    private static final int GIVEN = 4;
    /** Number of thefts from the part. */
    private static final int THEFTS = 5;
    /** Last theft by the part's PE: the victim's number plus 1 in the upper half, and the value of its THEFTS. */
    private static final int OWN_THEFT = 6;
    private static final int GIFT = RECORDS + 2 * RECORD_WORDS;
    private static final int BUFFERS = GIFT + BATCH;
    private static final int RING = BUFFERS + 2 * BATCH;

    private final int mostTasks;
    private final int mostResults;
    private final int ringWords;
    private final long[] batch = new long[BATCH];
    private int batchCount;
    /** The theft whose tasks are not in this PE's part yet, or 0. */
    private long theft;
    private IllegalStateException refusal;

    Tasks(Region region, Region slots, int me, int n, IntPredicate alive, int mostTasks, int mostResults) {
        super(region, slots, me, n, alive);
        this.mostTasks = mostTasks;
        this.mostResults = mostResults;
        this.ringWords = ringWords(mostTasks);
    }

    /** {@return size of the ring, which always has room for tasks that are put back} */
    private static int ringWords(int mostTasks) {
        return mostTasks + 2 * BATCH;
    }

    static long words(int mostTasks, int mostResults) {
        return RING + (long) ringWords(mostTasks) + mostResults;
    }

    /** {@return the valid record of a part, followed by the part's number of changes} */
    private long[] record(int pe) {
        long[] record = new long[RECORD_WORDS];
        while (true) {
            long changes = region.get(CHANGES, pe);
            region.get(record, 0, recordAt(changes), RECORD_WORDS - 1, pe);
            VarHandle.loadLoadFence();
            if (region.get(CHANGES, pe) == changes) {
                record[RECORD_WORDS - 1] = changes;
                return record;
            }
        }
    }

    private static long recordAt(long changes) {
        return RECORDS + (changes & 1) * RECORD_WORDS;
    }

    private static long bufferAt(long taken) {
        return BUFFERS + (taken >>> Integer.SIZE) * BATCH;
    }

    private long resultAt(long index) {
        return RING + (long) ringWords + index;
    }

    /** Changes a part unless {@code change}, which edits its record, returns false; {@return what that returns} */
    private boolean change(int pe, Predicate<long[]> change) {
        enter();
        try {
            begin(pe, LOCK);
            long[] record = record(pe);
            boolean happens = change.test(record);
            if (happens) {
                long changes = record[RECORD_WORDS - 1] + 1;
                region.put(recordAt(changes), record, 0, RECORD_WORDS - 1, pe);
                commit(CHANGES, changes, pe);
            }
            end(happens, pe, LOCK);
            return happens;
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        } finally {
            inside = null;
        }
    }

    /** Appends tasks as the newest ones. */
    private void push(long[] record, long[] tasks, int count, int pe) {
        int at = (int) ((record[OLDEST] + record[WAITING]) % ringWords);
        int first = Math.min(count, ringWords - at);
        region.require(RING + at, first, pe);
        region.require(RING, count - first, pe);
        region.put(RING + at, tasks, 0, first, pe);
        region.put(RING, tasks, first, count - first, pe);
        record[WAITING] += count;
    }

    private void load(long[] tasks, long from, int count, int pe) {
        int at = (int) (from % ringWords);
        int first = Math.min(count, ringWords - at);
        region.get(tasks, 0, RING + at, first, pe);
        region.get(tasks, first, RING, count - first, pe);
    }

    void add(long... tasks) {
        change(me, record -> {
            if (record[WAITING] + tasks.length > mostTasks) {
                throw new IllegalStateException(Fault.where() + ": " + (record[WAITING] + tasks.length)
                    + " tasks wait on PE " + me + ", and the pool has room for " + mostTasks);
            }
            push(record, tasks, tasks.length, me);
            return true;
        });
    }

    /**
     * Finishes this PE's tasks except for some that are left, adds the results, and takes up to {@code most} tasks.
     * Results without room are dropped, see {@link #refusal}.
     *
     * @return whether this happened; it does not if the tasks that are left have no room
     */
    boolean exchange(long[] left, int leftCount, long[] results, int resultCount, int most) {
        boolean happens = change(me, record -> {
            if (leftCount > 0 && record[WAITING] + leftCount > mostTasks) {
                return false;
            }
            boolean fits = record[RESULTS] + resultCount <= mostResults
                && region.provides(resultAt(record[RESULTS]), resultCount, me);
            refusal = fits ? null : new IllegalStateException(Fault.where() + ": PE " + me + " has "
                + (record[RESULTS] + resultCount) + " results, and the pool has room for " + mostResults
                + ", or less where the file system is full");
            boolean idle = leftCount + resultCount + record[WAITING] + record[TAKEN] + theft == 0;
            try {
                push(record, left, leftCount, me);
            } catch (IllegalStateException e) {
                // The file system is full, so the caller keeps them.
                return false;
            }
            if (fits) {
                region.put(resultAt(record[RESULTS]), results, 0, resultCount, me);
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

    /** {@return why the last exchange has dropped its results, or null} */
    IllegalStateException refusal() {
        return refusal;
    }

    /** Moves the newest tasks to the unused buffer. Those in the other one count until the change is committed. */
    private void take(long[] record, int count) {
        long unused = record[TAKEN] == 0 ? 0 : (record[TAKEN] >>> Integer.SIZE ^ 1) << Integer.SIZE;
        record[WAITING] -= count;
        load(batch, record[OLDEST] + record[WAITING], count, me);
        region.put(bufferAt(unused), batch, 0, count, me);
        record[TAKEN] = count == 0 ? 0 : unused | count;
        batchCount = count;
    }

    /** Copies the tasks that the last exchange took, and {@return their number} */
    int taken(long[] tasks) {
        System.arraycopy(batch, 0, tasks, 0, batchCount);
        return batchCount;
    }

    /** {@return a PE with waiting tasks, the first from a PE on, or {@link #NONE} or {@link #BUSY}} */
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
        return empty && changes == 0 ? NONE : BUSY;
    }

    /** Takes up to half of another PE's tasks, the oldest ones, and {@return their number} */
    int steal(int victim, long[] tasks) {
        int[] count = new int[1];
        change(victim, record -> {
            if (record[GIVEN] != 0 || record[WAITING] == 0) {
                return false;
            }
            count[0] = (int) Math.min(Math.min(BATCH, mostTasks), Math.ceilDiv(record[WAITING], 2L));
            load(tasks, record[OLDEST], count[0], victim);
            region.put(GIFT, tasks, 0, count[0], victim);
            record[OLDEST] = (record[OLDEST] + count[0]) % ringWords;
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

    /** Puts back the tasks that this PE, or its earlier incarnation, has taken or stolen and not finished. */
    void putBackUnfinished() {
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
                putBack(record, bufferAt(record[TAKEN]), (int) record[TAKEN], me);
                record[TAKEN] = 0;
                return true;
            });
        }
    }

    private void putBack(long[] record, long from, int count, int pe) {
        long[] tasks = new long[count];
        region.get(tasks, 0, from, count, pe);
        push(record, tasks, count, pe);
    }

    long resultCount() {
        long all = 0;
        for (int pe = 0; pe < n; pe++) {
            all += record(pe)[RESULTS];
        }
        return all;
    }

    void forEachResult(LongConsumer action) {
        long[] piece = new long[1 << 10];
        for (int pe = 0; pe < n; pe++) {
            long count = record(pe)[RESULTS];
            for (long from = 0; from < count; from += piece.length) {
                int length = (int) Math.min(piece.length, count - from);
                region.get(piece, 0, resultAt(from), length, pe);
                for (int i = 0; i < length; i++) {
                    action.accept(piece[i]);
                }
            }
        }
    }

    @Override
    void repair(int pe, long lock) {
        // No word derives from the valid record.
    }
}

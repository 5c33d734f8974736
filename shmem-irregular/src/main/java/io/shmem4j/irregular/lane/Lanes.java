// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.channel.ring.Ends;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Records of words from each PE of a team to each PE, itself included. A PE appends records to a stage per target, and
 * {@link #flush} sends the stage as one message of a channel.
 *
 * <p>An Error in a call leaves each record complete or absent: the fields that make a record count are stored after all
 * calls, and an interrupted flush continues with the same words.
 *
 * <p>{@link Courier} serializes the calls. Only {@link #arriving} may be called by any thread; its result may be out of
 * date.
 */
public final class Lanes {
    /** Bytes of all rings of a PE, unless a ring would be below its minimum. */
    private static final int ALL_BYTES = 1 << 19;
    private static final int LEAST_BYTES = 1 << 12;
    private static final int MOST_BYTES = 1 << 16;
    /** Number of words at which a stage is flushed; between nodes, messages are larger. */
    private static final int NEAR_WORDS = 128;
    private static final int FAR_WORDS = 2048;
    /** Number of words up to which a message is read one by one. */
    private static final int FEW = 8;
    /** Longest stage that is kept when it is empty. */
    private static final int KEPT = 1 << 16;

    private final Ends ends;
    private final Courier.Handling handler;
    private final boolean prompt;
    private final int[] limits;

    private final long[][] stages;
    private final MemorySegment[] segments;
    private final int[] filled;
    private final int[] flushes;
    private int staged;
    /** Number of words of each stage in an unfinished flush, and its mark. */
    private final int[] begun;
    private final long[] marks;
    /** Number of records that this PE has sent since the start or the last reset. */
    long records;
    /** Whether records of a PE are being handled. */
    boolean handling;
    private final long[] reading;
    /** Reason why a flush got no page for its records, or null. */
    private IllegalStateException lacking;

    /**
     * Makes the rings; collective over all PEs, even those outside of the team.
     *
     * @param prompt whether senders learn immediately that their records were handled
     */
    Lanes(Shmem shmem, Team team, String name, boolean prompt, Courier.Handling handler) {
        int share = Integer.highestOneBit(ALL_BYTES / shmem.nPes() | 1);
        this.ends = new Ends(shmem, team, name, Math.clamp(share, LEAST_BYTES, MOST_BYTES));
        this.handler = handler;
        this.prompt = prompt;
        int n = ends.size();
        int most = ends.longest() / Long.BYTES;
        this.limits = new int[n];
        for (int pe = 0; pe < n; pe++) {
            limits[pe] = Math.min(most / 2, ends.reaches(pe) ? NEAR_WORDS : FAR_WORDS);
        }
        this.stages = new long[n][];
        this.segments = new MemorySegment[n];
        this.filled = new int[n];
        this.flushes = new int[n];
        this.begun = new int[n];
        this.marks = new long[n];
        this.reading = new long[n == 0 ? 0 : 2 * most];
    }

    /** {@return this PE's ends of the rings} */
    public Ends ends() {
        return ends;
    }

    /** {@return whether a stage should be flushed} */
    boolean full(int pe) {
        return filled[pe] >= limits[pe];
    }

    /** {@return the index for a new record in the stage of a PE} Next, call {@link #stage} and {@link #commit}. */
    public int claim(int pe, int count) {
        long[] stage = stages[pe];
        return stage == null || count > stage.length - filled[pe] ? grow(pe, count) : filled[pe];
    }

    /** Ends the claimed record, which may count as several. */
    public void commit(int pe, int end, int count) {
        if (filled[pe] == 0) {
            staged++;
        }
        filled[pe] = end;
        records += count;
    }

    /** Extends the last record of a stage; {@return whether there was room} */
    public boolean extend(int pe, int count) {
        if (filled[pe] + count > stages[pe].length) {
            return false;
        }
        filled[pe] += count;
        return true;
    }

    /** {@return the array for the index from {@link #claim}} */
    public long[] stage(int pe) {
        return stages[pe];
    }

    /** {@return the end of a stage's last record} */
    public int end(int pe) {
        return filled[pe];
    }

    /** {@return a count that changes whenever indices into a PE's stage become invalid} */
    public int flushes(int pe) {
        return flushes[pe];
    }

    private int grow(int pe, int count) {
        int all = Math.addExact(filled[pe], count);
        long[] stage = new long[Math.max(all + Math.min(all, Integer.MAX_VALUE - Long.BYTES - all), 2 * limits[pe])];
        MemorySegment segment = MemorySegment.ofArray(stage);
        if (filled[pe] > 0) {
            System.arraycopy(stages[pe], 0, stage, 0, filled[pe]);
        }
        stages[pe] = stage;
        segments[pe] = segment;
        return filled[pe];
    }

    /** Flushes all stages; {@return whether they are empty} */
    boolean flushAll() {
        lacking = null;
        if (staged > 0) {
            for (int pe = 0; pe < filled.length; pe++) {
                flush(pe);
            }
        }
        return staged == 0;
    }

    /** Sends the records of a stage; {@return whether it is empty} */
    boolean flush(int pe) {
        while (filled[pe] > 0) {
            if (begun[pe] == 0) {
                marks[pe] = ends.mark(pe);
                begun[pe] = filled[pe];
                flushes[pe]++;
            }
            if (!write(pe)) {
                return false;
            }
            int rest = filled[pe] - begun[pe];
            if (rest > 0) {
                System.arraycopy(stages[pe], begun[pe], stages[pe], 0, rest);
                flushes[pe]++;
            } else {
                stages[pe] = stages[pe].length > KEPT ? null : stages[pe];
                staged--;
            }
            filled[pe] = rest;
            begun[pe] = 0;
        }
        return true;
    }

    private boolean write(int pe) {
        try {
            return ends.write(pe, 0, segments[pe], 0, (long) begun[pe] * Long.BYTES, marks[pe]);
        } catch (IllegalStateException e) {
            lacking = e;
            return false;
        }
    }

    /** {@return whether the last flush got no page} */
    boolean lacksPages() {
        return lacking != null;
    }

    /** Throws if the last flush got no page. */
    void requirePages() {
        IllegalStateException reason = lacking;
        lacking = null;
        if (reason != null) {
            throw reason;
        }
    }

    /** {@return whether there are records to send or handle} */
    boolean arriving() {
        return staged > 0 || ends.arriving();
    }

    /** Handles all arrived records; {@return whether there were any} */
    boolean poll() {
        boolean any = ends.poll(this::take, Integer.MAX_VALUE) > 0;
        if (prompt) {
            ends.report();
        }
        return any;
    }

    private void take(int from, long tag, MemorySegment memory, long offset, long length) {
        int count = Math.toIntExact(length / Long.BYTES);
        long[] words = count <= reading.length ? reading : new long[count];
        if (count <= FEW) {
            for (int i = 0; i < count; i++) {
                words[i] = memory.get(JAVA_LONG, offset + (long) i * Long.BYTES);
            }
        } else {
            MemorySegment.copy(memory, JAVA_LONG, offset, words, 0, count);
        }
        handling = true;
        handler.handle(from, words, count);
        handling = false;
    }

    /** {@return whether all records of this PE were handled; only for prompt lanes} */
    boolean allTaken() {
        return staged == 0 && ends.taken();
    }

    /** Discards all records; all PEs do so at the same time. */
    void reset() {
        Arrays.fill(filled, 0);
        Arrays.fill(begun, 0);
        staged = 0;
        records = 0;
        ends.reset();
    }

    /** Frees the rings; collective over all PEs. */
    void free() {
        Arrays.fill(stages, null);
        ends.free();
    }

    /** Frees the rings without waiting, see {@code Symmetric.close}. */
    void close() {
        Arrays.fill(stages, null);
        ends.close();
    }
}

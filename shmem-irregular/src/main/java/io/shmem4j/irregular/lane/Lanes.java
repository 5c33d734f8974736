// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.AllocationHint;
import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.LongWatch;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Pages;
import io.shmem4j.spi.JobMemory;
import java.time.Duration;
import java.util.Arrays;

/**
 * Rings of words from each PE of a team to each PE, itself included. A PE appends records to a stage per target, and
 * {@link #flush} copies whole records from the stage into the target's ring, as far as there is room.
 *
 * <p>Correctness: a ring has one writer and one reader. The writer stores the number of words written so far in the
 * reader's memory, after a fence, so a reader that sees the count sees the words. The reader stores the number of words
 * read so far in the writer's memory. Both counts only grow, and a word is overwritten only after it was read. The
 * writer publishes its count only at the end of a record, so the reader finds whole records.
 *
 * <p>If the ring to a PE of this node is empty, a few words are stored next to their count, so the reader waits for one
 * cache line instead of two. The writer then copies them to the ring, too, for a reader that sees a later count first.
 * It overwrites the line only after the reader has read its words. The line also contains the number of words that its
 * writer has read from the reader, which announces this early.
 *
 * <p>An Error in a call leaves each record complete or absent: the fields that make a record count are stored after all
 * calls, and an interrupted flush is repeated with the same words.
 *
 * <p>{@link Courier} serializes the calls. Only {@link #arriving} may be called by any thread; its result may be out of
 * date.
 */
public final class Lanes {
    /** Number of words of all rings of a PE, unless a ring would be below its minimum. */
    private static final int ALL_WORDS = 1 << 16;
    private static final int LEAST_WORDS = 1 << 9;
    private static final int MOST_WORDS = 1 << 13;
    /** Number of words at which a stage is flushed; between nodes, messages are larger. */
    private static final int NEAR_WORDS = 128;
    private static final int FAR_WORDS = 2048;
    /** Layout of a line: twice the count, plus 1 if the words are in the line; the count read by its writer; words. */
    private static final int LINE = 8;
    private static final int DONE = 1;
    private static final int BESIDE = 2;
    /** Maximum number of PEs with a line per count. The counts of more PEs share lines. */
    private static final int MOST_LINES = 32;

    /** Time between two checks for deaths. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

    private final Shmem shmem;
    private final boolean mortal = Library.outlives();
    private final Context context;
    private final Courier.Handling handler;
    private final int n;
    private final int me;
    private final int capacity;
    private final SymmetricLongs all;
    private final SymmetricLongs rings;
    private final SymmetricLongs words;
    private final LongWatch counts;
    private final boolean[] near;
    private final int[] limits;
    private final boolean prompt;
    private final int step;
    private final int heads;

    private final long[][] stages;
    private final int[] begins;
    private final int[] ends;
    private final long[] sent;
    private final int[] flushes;
    private int staged;
    /** Number of words of each stage in an unfinished flush, which the next one repeats after an Error. */
    private final int[] begun;
    private final boolean[] besideCount;
    /** Number of records that this PE has sent, and handled, since the start or the last reset. */
    long records;
    long handled;
    /** Whether records of a PE are being handled. */
    boolean handling;

    private final Pages pages;
    private final int[] world;
    /** Byte offset of the rings. */
    private final long ringsAt;
    /** Reason why the last flush got no page for its records, or null. */
    private IllegalStateException lacking;

    private final long[] taken;
    private final long[] reported;
    private final long[] reading;

    /**
     * Makes the rings; collective over all PEs, even those outside of the team.
     *
     * @param prompt whether senders learn immediately that their records were read
     * @param extra  number of additional words for the owner of the lanes
     */
    Lanes(Shmem shmem, Team team, String name, boolean prompt, int extra, Courier.Handling handling) {
        this.shmem = shmem;
        this.handler = handling;
        this.prompt = prompt;
        int pes = shmem.nPes();
        int share = Integer.highestOneBit(ALL_WORDS / pes | 1);
        this.capacity = Math.clamp(share, LEAST_WORDS, MOST_WORDS);
        this.step = pes > MOST_LINES ? 1 : LINE;
        this.heads = step * pes;
        // One allocation: a death can't leave a part of it.
        long counted = heads + (long) pes + 1 + extra;
        long behind = Math.ceilDiv(counted, (long) LINE) * LINE;
        this.all = shmem.allocateLongs(behind + (long) pes * capacity, AllocationHint.SIGNAL_REMOTE).named(name);
        this.words = all.slice(0, counted);
        this.rings = all.slice(behind);
        this.pages = new Pages(all.heapOffset(), all.byteSize(), pes);
        this.ringsAt = behind * Long.BYTES;
        this.n = team.isMember() ? team.nPes() : 0;
        this.me = team.myPe();
        this.context = team == shmem.world() || n == 0 ? shmem : team.createContext();
        this.near = new boolean[n];
        this.limits = new int[n];
        this.world = new int[n];
        for (int pe = 0; pe < n; pe++) {
            near[pe] = JobMemory.direct(shmem.myPe()) && team.ptr(rings, pe) != null;
            world[pe] = team.translate(pe, shmem.world());
            limits[pe] = Math.min(capacity / 2, near[pe] ? NEAR_WORDS : FAR_WORDS);
        }
        this.stages = new long[n][];
        this.begins = new int[n];
        this.ends = new int[n];
        this.sent = new long[n];
        this.flushes = new int[n];
        this.begun = new int[n];
        this.besideCount = new boolean[n];
        this.taken = new long[n];
        this.reported = new long[n];
        this.reading = new long[n == 0 ? 0 : capacity];
        LongWatch all = words.watch(0, (int) words.length());
        this.counts = mortal ? all.within(BETWEEN_LOOKS) : all;
    }

    /** {@return number of PEs of the team, 0 on PEs outside of it} */
    public int size() {
        return n;
    }

    /** {@return this PE's number in the team} */
    public int me() {
        return me;
    }

    /** {@return the context with the team's numbers} */
    public Context context() {
        return context;
    }

    /** {@return the counts, followed by the words of the lanes' owner} */
    SymmetricLongs words() {
        return words;
    }

    /** {@return index of the first word of the lanes' owner} */
    int firstExtra() {
        return heads + shmem.nPes() + 1;
    }

    /** {@return whether this PE reaches the memory of another one by load and store} */
    public boolean near(int pe) {
        return near[pe];
    }

    /** {@return maximum number of words of a record} */
    public int longest() {
        return capacity / 2;
    }

    /** {@return whether a stage should be flushed} */
    boolean full(int pe) {
        return ends[pe] - begins[pe] >= limits[pe];
    }

    /** {@return the index for a new record in the stage of a PE} Next, call {@link #stage} and {@link #commit}. */
    public int claim(int pe, int count) {
        long[] stage = stages[pe];
        return stage == null || ends[pe] + count > stage.length ? grow(pe, count) : ends[pe];
    }

    /** Ends the claimed record, which may count as several. */
    public void commit(int pe, int end, int count) {
        if (ends[pe] == begins[pe]) {
            staged++;
        }
        ends[pe] = end;
        records += count;
    }

    /** Extends the last record of a stage; {@return whether there was room} */
    public boolean extend(int pe, int count) {
        if (ends[pe] + count > stages[pe].length) {
            return false;
        }
        ends[pe] += count;
        return true;
    }

    /** {@return the array for the index from {@link #claim}} */
    public long[] stage(int pe) {
        return stages[pe];
    }

    /** {@return the end of a stage's last record} */
    public int end(int pe) {
        return ends[pe];
    }

    /** {@return a count that changes whenever indices into a PE's stage become invalid} */
    public int flushes(int pe) {
        return flushes[pe];
    }

    private int grow(int pe, int count) {
        int begin = begins[pe];
        int filled = ends[pe] - begin;
        long[] old = stages[pe];
        int room = Math.max(limits[pe], filled + count);
        long[] stage = old == null || room > old.length / 2
            ? new long[Math.max(2 * room, limits[pe] + capacity / 2)] : old;
        if (filled > 0) {
            System.arraycopy(old, begin, stage, 0, filled);
        }
        stages[pe] = stage;
        begins[pe] = 0;
        ends[pe] = filled;
        flushes[pe]++;
        return filled;
    }

    /** Flushes all stages; {@return whether they are empty} */
    boolean flushAll() {
        lacking = null;
        if (staged > 0) {
            for (int pe = 0; pe < n; pe++) {
                if (ends[pe] > begins[pe]) {
                    flush(pe);
                }
            }
        }
        return staged == 0;
    }

    /** Copies records from a stage to the ring; {@return whether the stage is empty} */
    boolean flush(int pe) {
        if (begun[pe] == 0 && !begin(pe)) {
            return ends[pe] == begins[pe];
        }
        int begin = begins[pe];
        int count = begun[pe];
        long[] stage = stages[pe];
        if (besideCount[pe]) {
            long line = (long) LINE * me;
            for (int i = 0; i < count; i++) {
                context.p(words, line + BESIDE + i, stage[begin + i], pe);
            }
            context.p(words, line + DONE, taken[pe], pe);
            context.fence();
            context.atomicSet(words, line, 2 * (sent[pe] + count) + 1, pe);
            store(pe, stage, begin, count);
        } else {
            store(pe, stage, begin, count);
            publish(step * me, 2 * (sent[pe] + count), pe);
        }
        sent[pe] += count;
        begun[pe] = 0;
        flushes[pe]++;
        begins[pe] = begin + count;
        if (begins[pe] < ends[pe]) {
            return false;
        }
        begins[pe] = 0;
        ends[pe] = 0;
        staged--;
        return true;
    }

    /** Selects the records of a stage that have room; {@return whether there are any} */
    private boolean begin(int pe) {
        int count = ends[pe] - begins[pe];
        if (count == 0) {
            return false;
        }
        long room = capacity - (sent[pe] - done(pe));
        if (room < count) {
            count = whole(stages[pe], begins[pe], (int) room);
        }
        if (count == 0 || sent[pe] < capacity && !hasPages(pe, count)) {
            return false;
        }
        besideCount[pe] = step == LINE && near[pe] && count <= LINE - BESIDE && room == capacity;
        begun[pe] = count;
        return true;
    }

    /** Allocates the pages of the next words of a ring; {@return whether the file system has room for them} */
    private boolean hasPages(int pe, int count) {
        long ring = ringsAt + (long) me * capacity * Long.BYTES;
        long first = Math.min(count, capacity - sent[pe]);
        try {
            pages.require(ring + sent[pe] * Long.BYTES, first * Long.BYTES, world[pe]);
            pages.require(ring, (count - first) * Long.BYTES, world[pe]);
            return true;
        } catch (IllegalStateException e) {
            lacking = e;
            return false;
        }
    }

    /** Throws if the last flush got no page. */
    void requirePages() {
        IllegalStateException reason = lacking;
        lacking = null;
        if (reason != null) {
            throw reason;
        }
    }

    private void store(int pe, long[] stage, int begin, int count) {
        int at = (int) sent[pe] & capacity - 1;
        int first = Math.min(count, capacity - at);
        long ring = (long) me * capacity;
        context.put(rings, ring + at, stage, begin, first, pe);
        if (first < count) {
            context.put(rings, ring, stage, begin + first, count - first, pe);
        }
    }

    /** {@return number of words of this PE that another PE has reported as read} */
    private long done(int pe) {
        long reported = words.getAcquire(heads + pe);
        return step == LINE && near[pe] ? Math.max(reported, words.getAcquire((long) LINE * pe + DONE)) : reported;
    }

    /**
     * Stores a count after all earlier stores of this PE. Within a node, the atomic wakes a sleeping reader. On another
     * node the agent wakes it, and a put avoids waiting for an atomic's answer.
     */
    void publish(int index, long count, int pe) {
        context.fence();
        if (near[pe]) {
            context.atomicSet(words, index, count, pe);
        } else {
            context.p(words, index, count, pe);
        }
    }

    /** {@return number of words of the first records in a stage that fit into {@code room}} */
    private int whole(long[] stage, int begin, int room) {
        int count = 0;
        for (int next = handler.length(stage, begin); next <= room;
            next = count + handler.length(stage, begin + count)) {
            count = next;
            if (count == room) {
                break;
            }
        }
        return count;
    }

    /** {@return whether there are records to send or handle} */
    boolean arriving() {
        for (int from = 0; from < n; from++) {
            if (words.getAcquire((long) step * from) >> 1 != taken[from]) {
                return true;
            }
        }
        return staged > 0;
    }

    /** Handles all arrived records; {@return whether there were any} */
    boolean poll() {
        boolean any = false;
        for (int from = 0; from < n; from++) {
            long count = words.getAcquire((long) step * from);
            if (count >> 1 != taken[from]) {
                take(from, count >> 1, (count & 1) == 1);
                any = true;
            }
            if (taken[from] != reported[from] && (prompt || taken[from] - reported[from] >= capacity / 4)) {
                publish(heads + me, taken[from], from);
                reported[from] = taken[from];
            }
        }
        return any;
    }

    private void take(int from, long there, boolean inLine) {
        int count = (int) (there - taken[from]);
        if (inLine) {
            for (int i = 0; i < count; i++) {
                reading[i] = words.get((long) LINE * from + BESIDE + i);
            }
        } else {
            int at = (int) taken[from] & capacity - 1;
            int first = Math.min(count, capacity - at);
            long ring = (long) from * capacity;
            context.get(reading, 0, rings, ring + at, first, me);
            if (first < count) {
                context.get(reading, first, rings, ring, count - first, me);
            }
        }
        handling = true;
        handled += handler.handle(from, reading, count);
        taken[from] = there;
        handling = false;
    }

    /** {@return whether all records of this PE were read; only for prompt lanes} */
    boolean allTaken() {
        for (int pe = 0; pe < n; pe++) {
            if (done(pe) != sent[pe]) {
                return false;
            }
        }
        return staged == 0;
    }

    /** {@return the current counts, in an array from an earlier call or a new one} */
    long[] look(long[] earlier) {
        long[] seen = earlier == null ? new long[counts.count()] : earlier;
        for (int i = 0; i < seen.length; i++) {
            seen[i] = words.getAcquire(i);
        }
        return seen;
    }

    /** Waits until a count changes; throws after a death in a fault-tolerant job. */
    void awaitChange(long[] seen) {
        counts.any(Cmp.NE, seen);
        if (mortal) {
            shmem.pause(0);
        }
    }

    /** Discards all records; all PEs do so at the same time. */
    void reset() {
        Arrays.fill(begins, 0);
        Arrays.fill(ends, 0);
        Arrays.fill(sent, 0);
        Arrays.fill(taken, 0);
        Arrays.fill(reported, 0);
        Arrays.fill(begun, 0);
        staged = 0;
        records = 0;
        handled = 0;
        for (int i = 0; i < words.length(); i++) {
            words.set(i, 0);
        }
    }

    /** Wakes waiting threads of this PE to test their conditions, after an event without a record. */
    public void nudge() {
        context.inc(words, heads + shmem.nPes(), me);
    }

    /** Frees the rings; collective over all PEs. */
    void free() {
        stop();
        all.free();
    }

    /** Frees the rings without waiting, see {@code Symmetric.close}. */
    void close() {
        stop();
        all.close();
    }

    private void stop() {
        if (context != shmem) {
            context.close();
        }
        Arrays.fill(stages, null);
    }
}

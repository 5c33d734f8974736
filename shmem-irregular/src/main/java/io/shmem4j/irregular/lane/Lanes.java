// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.LongWatch;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import java.time.Duration;
import java.util.Arrays;

/**
 * A ring of words from each PE of a team to each, itself included. A PE appends records to a stage of its own for each
 * target; {@link #flush} copies whole records from there into the target's ring, as far as there is room.
 *
 * <p>Why it is right: a ring has one writer and one reader. The writer counts the words that it has ever stored, in the
 * reader's memory, behind a fence, so a reader that sees the count sees the words. The reader counts
 * the words that it is done with in the writer's memory. Both counts only grow and have one writer; a word is
 * overwritten after the reader is done with it. A count is published at the end of a record only, so a reader finds
 * whole records.
 *
 * <p>A few words to a PE of this node that is done with all before stand beside their count, in the same cache line: so
 * the reader waits for one line instead of two. They are copied to the ring behind that, where the reader takes them
 * from if it sees a later count first. The line is overwritten only when the reader is done with what stands there. The
 * line also has the count of words from the reader that its writer is done with, to announce this early.
 *
 * <p>All methods are called by one thread at a time, {@link Courier} sees to that; only {@link #arriving} may be called
 * by any, and may be wrong for that moment.
 */
final class Lanes {
    /** Words of all rings of a PE together, as far as each may have the least. */
    private static final int ALL_WORDS = 1 << 16;
    private static final int LEAST_WORDS = 1 << 9;
    private static final int MOST_WORDS = 1 << 13;
    /** Words that a stage gathers: on this node enough that publishing costs little, between nodes a large message. */
    private static final int NEAR_WORDS = 128;
    private static final int FAR_WORDS = 2048;
    /** Words of a line: the count, doubled, and 1 more if its words stand here; what its writer is done with; words. */
    private static final int LINE = 8;
    private static final int DONE = 1;
    private static final int BESIDE = 2;
    /**
     * Most PEs with a line for each count. With more, a reader finds all counts in fewer lines if they stand side by
     * side.
     */
    private static final int MOST_LINES = 32;

    /** How long a wait goes on after a death. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

    private final Shmem shmem;
    private final boolean mortal = Library.outlives();
    private final Context context;
    private final Sink sink;
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

    private final long[] taken;
    private final long[] reported;
    private final long[] reading;

    /** Receiver of records. */
    interface Sink {
        /** {@return number of words of the record that begins at a place} */
        int length(long[] words, int at);

        /** Gets arrived records into the first words. */
        void receive(int from, long[] words, int count);
    }

    /**
     * Makes the rings; collective over all PEs, members or not.
     *
     * @param prompt whether a sender hears at once that its records are done with
     * @param extra  further words for the owner of the lanes
     */
    Lanes(Shmem shmem, Team team, String name, boolean prompt, int extra, Sink sink) {
        this.shmem = shmem;
        this.sink = sink;
        this.prompt = prompt;
        int pes = shmem.nPes();
        int share = Integer.highestOneBit(ALL_WORDS / pes | 1);
        this.capacity = Math.clamp(share, LEAST_WORDS, MOST_WORDS);
        this.step = pes > MOST_LINES ? 1 : LINE;
        this.heads = step * pes;
        // One allocation, so that a death leaves none or all.
        long counted = heads + (long) pes + 1 + extra;
        long behind = Math.ceilDiv(counted, (long) LINE) * LINE;
        this.all = shmem.allocateSignals(behind + (long) pes * capacity).named(name);
        this.words = all.slice(0, counted);
        this.rings = all.slice(behind);
        this.n = team.isMember() ? team.nPes() : 0;
        this.me = team.myPe();
        this.context = team == shmem.world() || n == 0 ? shmem : team.createContext();
        this.near = new boolean[n];
        this.limits = new int[n];
        for (int pe = 0; pe < n; pe++) {
            near[pe] = JobMemory.direct(shmem.myPe()) && team.ptr(rings, pe) != null;
            limits[pe] = Math.min(capacity / 2, near[pe] ? NEAR_WORDS : FAR_WORDS);
        }
        this.stages = new long[n][];
        this.begins = new int[n];
        this.ends = new int[n];
        this.sent = new long[n];
        this.flushes = new int[n];
        this.taken = new long[n];
        this.reported = new long[n];
        this.reading = new long[n == 0 ? 0 : capacity];
        LongWatch all = words.watch(0, (int) words.length());
        this.counts = mortal ? all.within(BETWEEN_LOOKS) : all;
    }

    int size() {
        return n;
    }

    int me() {
        return me;
    }

    Context context() {
        return context;
    }

    /** {@return the counts, and behind them the words of the lanes' owner} */
    SymmetricLongs words() {
        return words;
    }

    /** {@return index of the first word of the lanes' owner} */
    int firstExtra() {
        return heads + shmem.nPes() + 1;
    }

    boolean near(int pe) {
        return near[pe];
    }

    /** {@return the most words that a record may have} */
    int longest() {
        return capacity / 2;
    }

    /** {@return whether a stage has as much as it should gather} */
    boolean full(int pe) {
        return ends[pe] - begins[pe] >= limits[pe];
    }

    /** {@return the place of a new record in the stage of a PE, which {@link #stage} returns afterwards} */
    int claim(int pe, int count) {
        int at = ends[pe];
        long[] stage = stages[pe];
        if (stage == null || at + count > stage.length) {
            at = grow(pe, count);
        }
        if (at == begins[pe]) {
            staged++;
        }
        ends[pe] = at + count;
        return at;
    }

    /** Makes the last record longer where its stage has room behind it. */
    boolean extend(int pe, int count) {
        if (ends[pe] + count > stages[pe].length) {
            return false;
        }
        ends[pe] += count;
        return true;
    }

    long[] stage(int pe) {
        return stages[pe];
    }

    int end(int pe) {
        return ends[pe];
    }

    /** {@return how often the stage of a PE has been flushed; places in it stay the same in between} */
    int flushes(int pe) {
        return flushes[pe];
    }

    private int grow(int pe, int count) {
        int begin = begins[pe];
        int filled = ends[pe] - begin;
        long[] old = stages[pe];
        int room = Math.max(limits[pe], filled + count);
        if (old == null || room > old.length / 2) {
            stages[pe] = new long[Math.max(2 * room, limits[pe] + capacity / 2)];
        }
        if (filled > 0) {
            System.arraycopy(old, begin, stages[pe], 0, filled);
        }
        begins[pe] = 0;
        ends[pe] = filled;
        flushes[pe]++;
        return filled;
    }

    /** {@return whether nothing is left in the stages} */
    boolean flushAll() {
        if (staged > 0) {
            for (int pe = 0; pe < n; pe++) {
                if (ends[pe] > begins[pe]) {
                    flush(pe);
                }
            }
        }
        return staged == 0;
    }

    /** Copies what a stage has into the ring. Returns whether all of it had room. */
    boolean flush(int pe) {
        int begin = begins[pe];
        int count = ends[pe] - begin;
        if (count == 0) {
            return true;
        }
        long[] stage = stages[pe];
        long room = capacity - (sent[pe] - done(pe));
        if (room < count) {
            count = whole(stage, begin, (int) room);
            if (count == 0) {
                return false;
            }
        }
        if (step == LINE && near[pe] && count <= LINE - BESIDE && room == capacity) {
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
            publish(step * me, 2 * sent[pe], pe);
        }
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

    private void store(int pe, long[] stage, int begin, int count) {
        int at = (int) sent[pe] & capacity - 1;
        int first = Math.min(count, capacity - at);
        long ring = (long) me * capacity;
        context.put(rings, ring + at, stage, begin, first, pe);
        if (first < count) {
            context.put(rings, ring, stage, begin + first, count - first, pe);
        }
        sent[pe] += count;
    }

    /** {@return how many words of this PE another one is done with, as far as is known here} */
    private long done(int pe) {
        long reported = words.getAcquire(heads + pe);
        return step == LINE && near[pe] ? Math.max(reported, words.getAcquire((long) LINE * pe + DONE)) : reported;
    }

    /**
     * Stores a count, behind all that this PE has stored before. On this node it wakes the reader if that sleeps; the
     * agent of another node does so by itself, and a store does not wait for its answer as an atomic does.
     */
    void publish(int index, long count, int pe) {
        context.fence();
        if (near[pe]) {
            context.atomicSet(words, index, count, pe);
        } else {
            context.p(words, index, count, pe);
        }
    }

    /** {@return words of the first records in a stage that fit} */
    private int whole(long[] stage, int begin, int room) {
        int count = 0;
        for (int next = sink.length(stage, begin); next <= room; next = count + sink.length(stage, begin + count)) {
            count = next;
            if (count == room) {
                break;
            }
        }
        return count;
    }

    /** {@return whether there is something to take, as far as a thread knows that does not own the lanes} */
    boolean arriving() {
        for (int from = 0; from < n; from++) {
            if (words.getAcquire((long) step * from) >> 1 != taken[from]) {
                return true;
            }
        }
        return staged > 0;
    }

    /** Gives all records that have arrived to the sink. Returns whether there were any. */
    boolean poll() {
        boolean any = false;
        for (int from = 0; from < n; from++) {
            long count = words.getAcquire((long) step * from);
            if (count >> 1 != taken[from]) {
                take(from, count >> 1, (count & 1) == 1);
                any = true;
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
        sink.receive(from, reading, count);
        taken[from] = there;
        if (prompt || there - reported[from] >= capacity / 4) {
            reported[from] = there;
            publish(heads + me, there, from);
        }
    }

    /** {@return whether all PEs are done with all records of this one} Only where senders hear at once. */
    boolean allTaken() {
        for (int pe = 0; pe < n; pe++) {
            if (done(pe) != sent[pe]) {
                return false;
            }
        }
        return staged == 0;
    }

    /** {@return the counts of now, in an array of an earlier look or a new one} */
    long[] look(long[] earlier) {
        long[] seen = earlier == null ? new long[counts.count()] : earlier;
        for (int i = 0; i < seen.length; i++) {
            seen[i] = words.getAcquire(i);
        }
        return seen;
    }

    /** Waits until a count differs from the one seen earlier; throws if a PE has died in a job that survives that. */
    void awaitChange(long[] seen) {
        counts.waitUntilAnyVector(null, Cmp.NE, seen);
        if (mortal) {
            shmem.pause(0);
        }
    }

    /** Forgets all records sent and received by this PE, while all PEs do so. */
    void reset() {
        Arrays.fill(begins, 0);
        Arrays.fill(ends, 0);
        Arrays.fill(sent, 0);
        Arrays.fill(taken, 0);
        Arrays.fill(reported, 0);
        staged = 0;
        for (int i = 0; i < words.length(); i++) {
            words.set(i, 0);
        }
    }

    /** Ends {@link #awaitChange} of all threads of this PE. */
    void nudge() {
        context.inc(words, heads + shmem.nPes(), me);
    }

    /** Frees the rings; collective over all PEs. */
    void free() {
        stop();
        all.free();
    }

    /** Gives the rings back without waiting. */
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.AllocationHint;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Pages;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory of a channel: on each PE a ring from each PE of the team, and some words.
 *
 * <p>A ring has records at multiples of 8 bytes: a header, then the rest. The header is stored last and is never 0. The
 * word behind the last record is 0, so the reader finds all records and the end by itself. Positions in a ring count
 * bytes and only grow.
 */
public final class Rings {
    private static final int LINE = Long.BYTES;
    private static final int MOST_LINES = 32;
    private static final int LEAST = 1 << 12;
    private static final int LARGEST = 1 << 18;
    private static final int USUAL = 1 << 16;

    final Shmem shmem;
    final Context context;
    final Backend backend;
    final Team team;
    final int n;
    final int me;
    /** Bytes of a ring, a power of two. */
    final int capacity;
    final SymmetricLongs all;
    final Pages pages;
    /** Whether this PE's memory is read by plain loads. */
    final boolean direct;
    /** The rings to this PE, if they are read by plain loads. */
    final MemorySegment own;
    private final int step;
    private final int taken;
    private final int talkers;
    private final int extra;
    private final long ringsAt;
    private final long start;
    /** Number of words that this PE has published. */
    private long published;

    /** Makes the rings; collective over all PEs. A capacity of 0 is the usual one. */
    Rings(Shmem shmem, Team team, String name, int wanted, int extraWords) {
        this.shmem = shmem;
        this.team = team;
        this.backend = Library.currentBackend();
        int pes = shmem.nPes();
        this.capacity = wanted == 0 ? usual(pes, backend.heapBytes()) : wanted;
        this.step = pes > MOST_LINES ? 1 : LINE;
        this.talkers = step * pes;
        this.extra = talkers + 1 + Math.ceilDiv(pes, Long.SIZE);
        int words = Math.ceilDiv(extra + extraWords + pes, LINE) * LINE;
        this.taken = words - pes;
        this.ringsAt = (long) words * Long.BYTES;
        // One allocation: a death can't leave a part of it.
        this.all = shmem.allocateLongs(words + (long) pes * (capacity / Long.BYTES), AllocationHint.SIGNAL_REMOTE)
            .named(name);
        this.start = SystemLayout.heap(pes) + all.heapOffset();
        this.pages = new Pages(all.heapOffset(), all.byteSize(), pes);
        this.n = team.isMember() ? team.nPes() : 0;
        this.me = team.myPe();
        this.context = team == shmem.world() || n == 0 ? shmem : team.createContext();
        this.direct = near(me);
        this.own = direct && n > 0 ? JobMemory.slice(shmem.myPe(), start + ringsAt, (long) pes * capacity) : null;
    }

    private static int usual(int pes, long heap) {
        long share = Long.highestOneBit(Math.max(1, heap / 8 / pes));
        return Math.clamp(share, LEAST, USUAL);
    }

    /** {@return whether a ring may have this many bytes} */
    static boolean isCapacity(int bytes) {
        return bytes >= LEAST && bytes <= LARGEST && Integer.bitCount(bytes) == 1;
    }

    /** {@return length of the longest message that is one record} */
    int longest() {
        return capacity / 4 - 2 * Long.BYTES;
    }

    /** {@return bytes of a part of a longer message} */
    int part() {
        return capacity / 4 - 3 * Long.BYTES;
    }

    /** {@return whether this PE reaches the memory of a PE of the team by load and store} */
    boolean reaches(int pe) {
        return n > 0 && JobMemory.direct(shmem.myPe()) && team.ptr(all, pe) != null;
    }

    /** {@return whether messages to a PE of the team go by plain stores} */
    boolean near(int pe) {
        return reaches(pe) && !Library.watchesAccesses();
    }

    int world(int pe) {
        return team.translate(pe, shmem.world());
    }

    /** {@return offset in this object of the ring from a PE} */
    long ring(int from) {
        return ringsAt + (long) from * capacity;
    }

    /** {@return the offset in {@link JobMemory#all} of a byte of this object on a PE of this node} */
    long address(int world, long at) {
        return world * JobMemory.stride() + start + at;
    }

    /** {@return a word of a PE of this node, for hang reports; takes no virtual time} */
    long look(int world, long at) {
        return words().getLongAcquire(address(world, at));
    }

    long region(long at) {
        return start + at;
    }

    static Words words() {
        return JobMemory.words();
    }

    /** {@return index of the word with the position that a PE has reported as read} */
    int roomWord(int pe) {
        return step * pe;
    }

    /** {@return index of the word with the position up to which this PE has read the ring from a PE} */
    int takenWord(int pe) {
        return taken + pe;
    }

    /** {@return index of the number of announcements of senders, followed by a bit for each sender} */
    int talkersWord() {
        return talkers;
    }

    /** {@return index of the first word of the owner} */
    int extraWord() {
        return extra;
    }

    /** {@return a word of this PE} */
    long get(int word) {
        return all.getAcquire(word);
    }

    /** Stores a word of a PE after all earlier stores of this PE, and wakes it. */
    void publish(int word, long value, int pe, boolean near, int world) {
        published++;
        if (near) {
            backend.announceLong(world, region((long) word * Long.BYTES), value);
            return;
        }
        context.fence();
        if (JobMemory.direct(world)) {
            context.atomicSet(all, word, value, pe);
        } else {
            context.p(all, word, value, pe);
        }
    }

    void stop() {
        if (context != shmem) {
            context.close();
        }
    }

    /** Sets all words of this PE to 0; not the rings. */
    void clearWords() {
        for (long at = 0; at < ringsAt / Long.BYTES; at++) {
            all.set(at, 0);
        }
    }

    long published() {
        return published;
    }

    /** {@return the next multiple of the length of a word} */
    public static long padded(long bytes) {
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }
}

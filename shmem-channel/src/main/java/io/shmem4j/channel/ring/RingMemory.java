// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.AllocationHint;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Pages;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;

/**
 * A symmetric object with rings and words for their readers and writers.
 *
 * <p>A ring has records at multiples of 8 bytes: a header, then the rest, see {@link RingFormat}. Positions in a ring
 * count bytes and only grow.
 */
class RingMemory {
    final Shmem shmem;
    final Context context;
    final Backend backend;
    final Progress progress;
    final Team team;
    final int n;
    final int me;
    /** Bytes of a ring, a power of two. */
    final int capacity;
    final SymmetricLongs all;
    final Pages pages;
    /** Whether this PE's memory is read by plain loads. */
    final boolean direct;
    private final long start;
    /** Number of words that this PE has published. */
    private long published;
    private boolean ended;

    /** Makes the memory; collective over all PEs. */
    RingMemory(Shmem shmem, Team team, String name, long words, int capacity) {
        this.shmem = shmem;
        this.team = team;
        this.capacity = capacity;
        this.backend = Library.currentBackend();
        this.progress = Progress.of(backend);
        // One allocation: a death can't leave a part of it.
        this.all = shmem.allocateLongs(words, AllocationHint.SIGNAL_REMOTE).named(name);
        this.start = SystemLayout.heap(shmem.nPes()) + all.heapOffset();
        this.pages = new Pages(all.heapOffset(), all.byteSize(), shmem.nPes());
        this.n = team.isMember() ? team.nPes() : 0;
        this.me = team.myPe();
        this.context = team == shmem.world() || n == 0 ? shmem : team.createContext();
        this.direct = near(me);
    }

    /** {@return whether this PE reaches the memory of a PE of the team by load and store} */
    boolean reaches(int pe) {
        return n > 0 && JobMemory.direct(shmem.myPe()) && team.ptr(all, pe) != null;
    }

    /** {@return whether records of a PE are accessed by plain loads and stores} */
    boolean near(int pe) {
        return reaches(pe) && !Library.watchesAccesses();
    }

    int world(int pe) {
        return team.translate(pe, shmem.world());
    }

    /** {@return the offset in {@link JobMemory#all} of a byte of this object on a PE of this node} */
    long address(int world, long at) {
        return world * JobMemory.stride() + start + at;
    }

    /** {@return a word of a PE of this node, for hang reports; takes no virtual time} */
    long look(int world, long at) {
        return words().getLongAcquire(address(world, at));
    }

    /** {@return the offset in a PE's region of a byte of this object} */
    long region(long at) {
        return start + at;
    }

    static Words words() {
        return JobMemory.words();
    }

    /** {@return a word of this PE} */
    long get(long word) {
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

    /** {@return number of words that this PE has published} */
    long published() {
        return published;
    }

    /** Frees the memory; collective over all PEs. */
    public void free() {
        if (!ended) {
            // A channel has asked before it ended its rings.
            Library.refuseLimit("free");
        }
        stop();
        all.free();
    }

    /** Frees the memory without waiting, see {@code Symmetric.close}. */
    public void close() {
        stop();
        all.close();
    }

    void stop() {
        end();
        if (context != shmem) {
            context.close();
        }
    }

    /** Refuses further calls. */
    public final void end() {
        ended = true;
    }

    final boolean isEnded() {
        return ended;
    }

    /** Refuses a call after the memory has been freed, or the session has ended. */
    final void requireOpen() {
        if (ended) {
            all.getAcquire(0);
            throw new FreedObjectException(Fault.where() + ": " + all.name() + " was freed");
        }
    }

    /** {@return the next multiple of the length of a word} */
    static long padded(long bytes) {
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    /** {@return what a PE has not read or acknowledged, for hang reports, with the first message's tag; or nothing} */
    static String unread(String verb, long messages, long bytes, long tag) {
        return bytes == 0 ? "" : "has not " + verb + " " + (messages == 0 ? "" : messages + (messages == 1 ? " message"
            : " messages") + " of ") + bytes + " bytes" + (messages == 0 ? "" : " (the first has tag " + tag + ")");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.Shmem;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;

/** The symmetric memory of a feed: on the writer the ring, and some words of the writer and its readers. */
public final class FeedRing extends RingMemory implements Progress.Client {
    /** Position after the last message. */
    static final int END = 0;
    /** Position of the oldest message that stays. */
    static final int FLOOR = 1;
    /** Number of readers that sleep. */
    static final int SLEEPERS = 2;
    /** On each PE, a word that changes when its sleeping readers are to look. */
    static final int WAKE = 3;
    private static final int LINE = Long.BYTES;
    private static final int LEAST = 1 << 12;

    final int writer;
    /** Whether the ring is read by plain loads, from an address. */
    final boolean near;
    final long base;
    /** The ring, if it is read by plain loads. */
    final MemorySegment own;
    final int ringWord;

    /** Makes the memory; collective over all PEs. */
    public FeedRing(Shmem shmem, int writer, int bytes) {
        super(shmem, shmem.world(), "feed", ringWord(shmem.nPes()) + (long) bytes / Long.BYTES, bytes);
        this.writer = writer;
        this.ringWord = ringWord(n);
        this.near = near(writer);
        this.base = near ? address(writer, 0) : 0;
        this.own = near ? JobMemory.slice(writer, region((long) ringWord * Long.BYTES), capacity) : null;
        if (backend.lives() != null && backend.lives().life() > 0) {
            forgetReaders();
        }
        progress.add(this);
    }

    private static int ringWord(int n) {
        return Math.ceilDiv(LINE + 2 * n, LINE) * LINE;
    }

    /** {@return whether a feed may have this many bytes} */
    public static boolean isCapacity(int bytes) {
        return bytes >= LEAST && Integer.bitCount(bytes) == 1;
    }

    /** Lets go of what readers in earlier lives of this PE have held. */
    private void forgetReaders() {
        shmem.atomicSet(all, held(me), 0, writer);
        shmem.add(all, SLEEPERS, -shmem.swap(all, asleep(me), 0, writer), writer);
    }

    /** {@return index of the writer's word with 1 + the position that a PE's reader holds, or 0} */
    int held(int pe) {
        return LINE + pe;
    }

    /** {@return index of the writer's word with the number of a PE's readers that sleep} */
    int asleep(int pe) {
        return LINE + n + pe;
    }

    /** {@return length of the longest message} */
    public int longest() {
        return capacity / 4 - 3 * Long.BYTES;
    }

    /** {@return index of the word at a position} */
    int word(long position) {
        return ringWord + (int) (position & capacity - 1) / Long.BYTES;
    }

    /** {@return a word of the writer} */
    long head(int word) {
        return near ? words().getLongAcquire(base + (long) word * Long.BYTES) : shmem.atomicFetch(all, word, writer);
    }

    @Override
    void stop() {
        progress.remove(this);
        super.stop();
    }

    long load(int word) {
        return words().getLong(base + (long) word * Long.BYTES);
    }
}

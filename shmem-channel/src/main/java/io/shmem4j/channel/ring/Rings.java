// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;

/**
 * The symmetric memory of a channel: on each PE a ring from each PE of the team, and some words.
 *
 * <p>The header of a record is stored last and is never 0. The word behind the last record is 0, so the reader finds
 * all records and the end by itself.
 */
final class Rings extends RingMemory {
    private static final int LINE = Long.BYTES;
    private static final int MOST_LINES = 32;
    private static final int LEAST = 1 << 12;
    private static final int LARGEST = 1 << 18;
    private static final int USUAL = 1 << 16;

    /** The rings to this PE, if they are read by plain loads. */
    final MemorySegment own;
    private final int step;
    private final int taken;
    private final int talkers;
    private final int extra;
    private final long ringsAt;

    /** Makes the rings; collective over all PEs. A capacity of 0 is the usual one. */
    static Rings allocate(Shmem shmem, Team team, String name, int wanted, int extraWords) {
        int pes = shmem.nPes();
        int talkers = step(pes) * pes;
        int extra = talkers + 1 + Math.ceilDiv(pes, Long.SIZE);
        int words = Math.ceilDiv(extra + extraWords + pes, LINE) * LINE;
        int capacity = wanted == 0 ? usual(pes, Library.currentBackend().heapBytes()) : wanted;
        return new Rings(shmem, team, name, talkers, extra, words, capacity);
    }

    private Rings(Shmem shmem, Team team, String name, int talkers, int extra, int words, int capacity) {
        super(shmem, team, name, words + (long) shmem.nPes() * (capacity / Long.BYTES), capacity);
        int pes = shmem.nPes();
        this.step = step(pes);
        this.talkers = talkers;
        this.extra = extra;
        this.taken = words - pes;
        this.ringsAt = (long) words * Long.BYTES;
        this.own = direct && n > 0 ? JobMemory.slice(shmem.myPe(), region(ringsAt), (long) pes * capacity) : null;
    }

    private static int step(int pes) {
        return pes > MOST_LINES ? 1 : LINE;
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

    /** {@return offset in this object of the ring from a PE} */
    long ring(int from) {
        return ringsAt + (long) from * capacity;
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

    /** Sets all words of this PE to 0; not the rings. */
    void clearWords() {
        for (long at = 0; at < ringsAt / Long.BYTES; at++) {
            all.set(at, 0);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Pages;
import io.shmem4j.spi.Lives;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/**
 * Symmetric words that hold the state of a container. A process may die before any of these stores; stores of a PE
 * reach others in their order, and the PE's own loads see them: where a PE's memory can't be mapped, a load waits until
 * they have arrived. Tests have regions that stop a PE before each of them.
 *
 * <p>The detector of races knows atomics only as what orders PEs, and nothing of reads that count if a lock was free
 * before and after. So where it is on, all accesses are atomics.
 */
class Region {
    /** Number of words that a loop loads faster than a copy. */
    private static final int FEW = 32;

    private final Shmem shmem;
    private final SymmetricLongs words;
    private final boolean near;
    /** Memory of each PE for loads that need no order; null where all accesses must show. */
    private final MemorySegment[] direct;
    private final Pages pages;
    /** Null unless the job outlives its PEs. */
    private final Lives lives;
    /** Whether stores may be on their way. */
    private boolean pending;

    /** Makes a region of all words of an array, or of a slice. */
    Region(Shmem shmem, SymmetricLongs words) {
        this.shmem = shmem;
        this.words = words;
        this.pages = shmem == null ? null : new Pages(words.heapOffset(), words.byteSize(), shmem.nPes());
        this.lives = shmem == null ? null : Library.currentBackend().lives();
        this.near = shmem == null || IntStream.range(0, shmem.nPes()).allMatch(pe -> shmem.ptr(words, pe) != null);
        this.direct = shmem == null || !near || Library.watchesAccesses() ? null
            : IntStream.range(0, shmem.nPes()).mapToObj(pe -> shmem.ptr(words, pe)).toArray(MemorySegment[]::new);
    }

    private void arrive() {
        if (pending) {
            shmem.quiet();
        }
    }

    long get(long at, int pe) {
        arrive();
        return Check.RACES ? shmem.atomicFetch(words, at, pe) : shmem.g(words, at, pe);
    }

    /** {@return a constant word, or one whose value counts only after a lock has shown it unchanged} */
    final long peek(long at, int pe) {
        return direct == null ? get(at, pe) : direct[pe].getAtIndex(ValueLayout.JAVA_LONG, at);
    }

    void get(long[] target, int index, long at, int count, int pe) {
        if (direct != null && count <= FEW) {
            for (int i = 0; i < count; i++) {
                target[index + i] = peek(at + i, pe);
            }
            return;
        }
        arrive();
        if (!Check.RACES) {
            shmem.get(target, index, words, at, count, pe);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[index + i] = get(at + i, pe);
        }
    }

    void set(long at, long value, int pe) {
        if (Check.RACES) {
            shmem.atomicSet(words, at, value, pe);
            return;
        }
        pending = !near;
        shmem.fence();
        shmem.p(words, at, value, pe);
    }

    /** {@return whether a PE has the pages of some words} */
    final boolean provides(long at, long count, int pe) {
        try {
            require(at, count, pe);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /**
     * Takes the pages of words, before a change that stores there.
     *
     * @throws IllegalStateException if the file system is full
     */
    void require(long at, long count, int pe) {
        if (pages != null) {
            pages.require(at * Long.BYTES, count * Long.BYTES, pe);
        }
    }

    void put(long at, long[] source, int index, int count, int pe) {
        if (!Check.RACES) {
            pending = !near;
            shmem.put(words, at, source, index, count, pe);
            return;
        }
        for (int i = 0; i < count; i++) {
            set(at + i, source[index + i], pe);
        }
    }

    boolean compareAndSet(long at, long expected, long value, int pe) {
        return shmem.compareSwap(words, at, expected, value, pe) == expected;
    }

    /** Waits until all stores are where they belong. */
    void complete() {
        shmem.quiet();
        pending = false;
    }

    /** {@return how often a PE has died} */
    int deaths(int pe) {
        return lives == null ? 0 : lives.deaths(pe);
    }

    /** Lets some time pass in a loop that waits for another PE, which may be dead. */
    void pause(int round) {
        Library.pauseAmongFallen(round);
    }
}

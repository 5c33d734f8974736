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
 * Symmetric words with the state of a container. A PE may die before any of its stores here, and tests make it do so.
 * The stores of a PE arrive in order, and its own loads see them: if the memory of some PE can't be mapped, a load
 * first waits until they have arrived.
 *
 * <p>The race detector knows no order between PEs except by atomics, and no optimistic reads. So under the detector all
 * accesses are atomics.
 */
class Region {
    /** Maximum number of words that a loop loads faster than a copy does. */
    private static final int FEW = 32;

    private final Shmem shmem;
    private final SymmetricLongs words;
    private final boolean near;
    /** Memory of each PE for unordered loads, or null if a tool must see all accesses. */
    private final MemorySegment[] direct;
    private final Pages pages;
    /** Null unless the job outlives its PEs. */
    private final Lives lives;
    /** Whether stores may not have arrived yet. */
    private boolean pending;

    Region(Shmem shmem, SymmetricLongs words) {
        this.shmem = shmem;
        this.words = words;
        this.pages = shmem == null ? null : new Pages(words.heapOffset(), words.byteSize(), shmem.nPes());
        this.lives = shmem == null ? null : Library.currentBackend().lives();
        this.near = shmem == null || IntStream.range(0, shmem.nPes()).allMatch(pe -> shmem.ptr(words, pe) != null);
        this.direct = shmem == null || !near || Library.watchesAccesses() ? null
            : IntStream.range(0, shmem.nPes()).mapToObj(pe -> shmem.ptr(words, pe)).toArray(MemorySegment[]::new);
    }

    /** {@return the container's name for reports} */
    final String name() {
        return words.name() + " at " + words.heapOffset();
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

    /** {@return a word that is constant, or that counts only if a lock proves later that it was unchanged} */
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

    /** {@return whether words have pages, which this allocates if the file system has room} */
    final boolean provides(long at, long count, int pe) {
        try {
            require(at, count, pe);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /**
     * Allocates the pages of words, before a change stores to them.
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

    final void zero(long at, long count, int pe) {
        long[] zeros = new long[(int) Math.min(count, 1 << 12)];
        for (long done = 0; done < count; done += zeros.length) {
            put(at + done, zeros, 0, (int) Math.min(zeros.length, count - done), pe);
        }
    }

    boolean compareAndSet(long at, long expected, long value, int pe) {
        return shmem.compareSwap(words, at, expected, value, pe) == expected;
    }

    /** Waits until all stores have arrived. */
    void complete() {
        shmem.quiet();
        pending = false;
    }

    int deaths(int pe) {
        return lives == null ? 0 : lives.deaths(pe);
    }

    /** Pauses in a loop that waits for another PE, which may be dead. */
    void pause(int round) {
        Library.pauseAmongFallen(round);
    }
}

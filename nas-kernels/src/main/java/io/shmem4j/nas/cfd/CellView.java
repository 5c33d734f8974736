// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.RawMemory;
import java.lang.foreign.MemorySegment;

/** A PE's cells, seen from this one: its memory where it is mapped, else a view, which a simulated machine charges. */
final class CellView {
    private final boolean mapped;
    private final long away;
    private final CellStore store;
    private final DoubleView mine;
    private final DoubleView theirs;

    CellView(Shmem shmem, CellStore store, int pe) {
        SymmetricDoubles array = store.array;
        this.store = store;
        MemorySegment real = shmem.ptr(array, shmem.myPe());
        MemorySegment there = shmem.simulated() ? null : shmem.ptr(array, pe);
        mapped = there != null;
        away = mapped ? there.address() - real.address() : 0;
        mine = shmem.view(array, shmem.myPe());
        theirs = shmem.view(array, pe);
    }

    /** {@return whether the PE's memory can be reached by addresses} */
    boolean mapped() {
        return mapped;
    }

    /** {@return distance from an address on this PE to that of the same number on the other one, where it is mapped} */
    long away() {
        return away;
    }

    /** Copies bytes from the PE's memory, from where {@code from} is on this PE. */
    void read(long from, long to, long bytes) {
        if (mapped) {
            RawMemory.move(from + away, to, bytes);
        } else {
            mine.copy(store.index(to), theirs, store.index(from), bytes / Double.BYTES);
        }
    }

    /** Copies bytes likewise; some that nobody uses may change meanwhile. */
    void readLoosely(long from, long to, long bytes) {
        if (mapped) {
            RawMemory.copyLoosely(from + away, to, bytes);
        } else {
            read(from, to, bytes);
        }
    }

    /** Copies some pairs of numbers, each at a distance from the one before, likewise. */
    void readPairs(long from, long to, int pairs, int distance) {
        if (!mapped) {
            for (int i = 0; i < pairs; i++) {
                read(from + (long) i * distance, to + (long) i * distance, 2 * Double.BYTES);
            }
            return;
        }
        long source = RawMemory.known(from + away);
        long target = RawMemory.known(to);
        for (int i = 0, at = 0; i < pairs; i++, at += distance) {
            RawMemory.set(target + at, RawMemory.get(source + at));
            RawMemory.set(target + at + Double.BYTES, RawMemory.get(source + at + Double.BYTES));
        }
    }

    /** Copies bytes to the PE's memory, to where {@code to} is on this PE. */
    void write(long from, long to, long bytes) {
        if (mapped) {
            RawMemory.move(from, to + away, bytes);
        } else {
            theirs.copy(store.index(to), mine, store.index(from), bytes / Double.BYTES);
        }
    }
}

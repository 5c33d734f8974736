// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayDeque;
import java.util.Deque;

/** Symmetric memory of a kernel, freed as a whole. All methods are collective. */
public final class KernelHeap {
    public final Shmem shmem;
    private final Deque<Symmetric> objects = new ArrayDeque<>();

    public KernelHeap(Shmem shmem) {
        this.shmem = shmem;
    }

    public SymmetricDoubles doubles(long count, String name) {
        return keep(shmem.allocateDoubles(count).named(name));
    }

    public SymmetricDoubles doubles(long count, long alignment, String name) {
        return keep(shmem.allocateDoubles(count, alignment).named(name));
    }

    public SymmetricInts ints(long count, String name) {
        return keep(shmem.allocateInts(count).named(name));
    }

    public SymmetricInts ints(long count, long alignment, String name) {
        return keep(shmem.allocateInts(count, alignment).named(name));
    }

    public SymmetricLongs longs(long count, String name) {
        return keep(shmem.allocateLongs(count).named(name));
    }

    public SymmetricLongs longs(long count, long alignment, String name) {
        return keep(shmem.allocateLongs(count, alignment).named(name));
    }

    private <S extends Symmetric> S keep(S object) {
        objects.push(object);
        return object;
    }

    public void free() {
        while (!objects.isEmpty()) {
            objects.pop().free();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;

/** Sums of a few numbers by the library's reduction. */
public final class Totals {
    private final Shmem shmem;
    private final SymmetricDoubles mine;
    private final SymmetricDoubles total;

    /** Creates buffers for up to {@code most} numbers; collective. */
    public Totals(KernelHeap heap, int most) {
        shmem = heap.shmem;
        mine = heap.doubles(most, "numbers to sum");
        total = heap.doubles(most, "sums");
    }

    /** {@return the sum over all PEs}; collective */
    public double sum(double number) {
        mine.set(0, number);
        shmem.world().sumReduce(total, mine, 1);
        return total.get(0);
    }

    /** Replaces numbers by their sums over all PEs; collective. */
    public void sum(double[] numbers, int from, int count) {
        for (int i = 0; i < count; i++) {
            mine.set(i, numbers[from + i]);
        }
        shmem.world().sumReduce(total, mine, count);
        for (int i = 0; i < count; i++) {
            numbers[from + i] = total.get(i);
        }
    }
}

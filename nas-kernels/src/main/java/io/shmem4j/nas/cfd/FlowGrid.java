// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;

/** A PE's part of the grid in BT, LU or SP. */
abstract class FlowGrid implements Kernel {
    final Shmem shmem;
    final FlowConstants c;
    private final AllGather allGather;

    FlowGrid(KernelHeap heap, FlowConstants c) {
        shmem = heap.shmem;
        this.c = c;
        allGather = new AllGather(heap, FlowLines.SUMS + 1);
    }

    /** {@return sums over this PE's points: squares of right-hand sides, squares of errors, then other terms} */
    abstract double[] squares();

    @Override
    public final double[] verified(int steps, double... finished) {
        return FlowLines.norms(allGather.sum(squares()), c.n, c.dt);
    }
}

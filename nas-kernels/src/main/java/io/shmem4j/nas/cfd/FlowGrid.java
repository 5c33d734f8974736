// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import java.util.Map;

/** The grid of BT, LU or SP as it is dealt to the PEs, and this PE's part of its time steps. */
abstract class FlowGrid implements Kernel {
    final Shmem shmem;
    final FlowConstants c;
    private final String decomposition;
    private final AllGather allGather;

    FlowGrid(KernelHeap heap, FlowConstants c, String decomposition) {
        shmem = heap.shmem;
        this.c = c;
        this.decomposition = decomposition;
        allGather = new AllGather(heap, FlowLines.SUMS + 1);
    }

    /** {@return sums over this PE's points}: squares of right-hand sides and of errors, then what is no square */
    abstract double[] squares();

    @Override
    public final double[] verified(int steps, double... finished) {
        return FlowLines.norms(allGather.sum(squares()), c.n, c.dt);
    }

    @Override
    public final Map<String, String> variant() {
        return Map.of("Decomposition", decomposition);
    }
}

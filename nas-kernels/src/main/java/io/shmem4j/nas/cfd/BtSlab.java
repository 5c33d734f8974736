// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/** BT in slabs: block tridiagonal systems along each direction. */
final class BtSlab extends FlowSlab {
    private final BlockLines blocks;
    /** Distance of each line from the start of its plane. */
    private final long[] lines;

    BtSlab(KernelHeap heap, FlowConstants grid, Transfer transfer, PhaseTimers timers) {
        super(heap, grid, transfer, timers, new FlowWork(heap.shmem, BlockLines.OPERATIONS), solver(grid.n));
        blocks = new BlockLines(workspace, layout, c, layout.paddedLines);
        lines = new long[n];
        for (int j = 0; j < n; j++) {
            lines[j] = (long) j * layout.line;
        }
    }

    private static long solver(int n) {
        return BlockLines.bytes(FlowLayout.ofPlanes(n).paddedLines);
    }

    static long bytes(int n, int pes, boolean inPlace) {
        return bytes(n, pes, inPlace, solver(n));
    }

    @Override
    int lanes() {
        return BlockLines.LANES;
    }

    @Override
    void prepare(int k, int j, int end) {
        planeRhs.clearOutside(j, end, rhs);
    }

    @Override
    void solveX(int k, int j) {
        long line = rhs + (long) j * layout.line;
        blocks.takeDerivedX(planeRhs.derived(k) + (long) j * layout.group, line);
        blocks.solve(0);
        blocks.giveX(line, layout.line, 0, n);
    }

    @Override
    void solveY(int k, int i) {
        blocks.takeDerivedY(planeRhs.derived(k) + 8L * i, rhs + 8L * i);
        blocks.solve(1);
        blocks.giveY(n - 2, lines, right.table[k] + 8L * i);
    }

    @Override
    void solveZ(int j, int i) {
        long offset = (long) j * layout.line + 8L * i;
        blocks.take(2, n - 2, u.table, right.table, offset);
        blocks.solve(2);
        blocks.add(n - 2, u.table, offset);
    }
}

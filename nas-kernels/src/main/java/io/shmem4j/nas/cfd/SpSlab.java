// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/** SP in slabs: pentadiagonal systems along each direction. */
final class SpSlab extends FlowSlab {
    private final LineTiles tiles;
    /** Distance of each line from the start of its plane. */
    private final long[] lines;
    /** Lines along y of the plane at work. */
    private final LineTiles.Source alongY = new LineTiles.Source();

    SpSlab(KernelHeap heap, FlowConstants grid, PhaseTimers timers) {
        super(heap, grid, Transfer.DIRECT, timers, new FlowWork(heap.shmem, LineTiles.OPERATIONS), solver(grid.n));
        tiles = new LineTiles(workspace, layout, c);
        int rows = layout.paddedLines;
        tiles.use(workspace.piece(LineTiles.tileBytes(rows)), workspace.piece(LineTiles.upperBytes(rows)), rows);
        lines = new long[n];
        for (int j = 0; j < n; j++) {
            lines[j] = (long) j * layout.line;
        }
        alongY.pitch = layout.pitch;
        alongY.rhsStep = layout.line;
        alongY.step = layout.group;
    }

    static long bytes(int n, int pes, boolean inPlace) {
        return bytes(n, pes, inPlace, solver(n));
    }

    private static long solver(int n) {
        int rows = FlowLayout.ofPlanes(n).paddedLines;
        return LineTiles.tileBytes(rows) + LineTiles.upperBytes(rows);
    }

    @Override
    int lanes() {
        return LineTiles.LANES;
    }

    @Override
    void prepare(int k, int j, int end) {
        planeRhs.txinvr(k, j, end, rhs);
    }

    @Override
    void solveX(int k, int j) {
        tiles.solveX(n - 2, rhs + (long) j * layout.line, planeRhs.derived(k) + (long) j * layout.group);
    }

    @Override
    void solveY(int k, int i) {
        alongY.rhs = rhs + 8L * i;
        long derived = planeRhs.derived(k) + 8L * i;
        alongY.velocity = derived + FlowLayout.VS * layout.pitch;
        alongY.rho = derived + FlowLayout.RHO * layout.pitch;
        alongY.speed = derived + FlowLayout.SPEED * layout.pitch;
        tiles.forward(n - 2, 0, 1, alongY);
        tiles.substituteY(n - 2, lines, right.table[k] + 8L * i);
    }

    @Override
    void solveZ(int j, int i) {
        long offset = (long) j * layout.line + 8L * i;
        tiles.gather(n - 2, 3, u.table, right.table, offset);
        tiles.forward(n - 2, 0, 2);
        tiles.backward(n - 2);
        tiles.scatterZ(n - 2, u.table, offset);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;

/**
 * The grid of BT and SP in planes of equal k. Each PE holds some of them.
 *
 * <p>The first pass of a step computes the right-hand side of its own planes and solves along x and y, plane by plane;
 * it needs two planes of each neighbour. The second pass solves along z for some rows of equal j in all planes, where
 * it loads and stores other PEs' planes. A barrier ends each pass: what the second pass loads the first has stored, and
 * it stores unknowns that the first pass of the next step loads. The two benchmarks define the solution along a
 * direction.
 */
abstract class FlowSlab extends FlowGrid {
    /** Room for the alignment of the pieces of the working memory. */
    private static final long SLACK = 1024;
    /** Lines that the first pass takes at a time: what it has computed of them is still in the first-level cache. */
    private static final int BLOCK = 8;

    final FlowLayout layout;
    final int n;
    final SlabPlanes u;
    final SlabPlanes right;
    final PlaneRhs planeRhs;
    final Workspace workspace;
    /** Address of the right-hand side of the plane at work. */
    final long rhs;
    /** Distance of each line from the start of its plane. */
    final long[] lineStarts;
    private final LineSystem system;
    private final PhaseTimers timers;
    private final FlowWork work;
    private final FlowLines lines;
    /** Inner planes of this PE, and rows of its second pass: the first, and behind the last. */
    private final int from;
    private final int to;
    private final SymmetricDoubles memory;
    /** Address of the forcing. */
    private final long forcing;
    private final FlowLayout.Box box;

    private FlowSlab(KernelHeap heap, FlowConstants grid, LineSystem system, Transfer transfer, PhaseTimers timers) {
        super(heap, grid, "slab");
        this.timers = timers;
        this.system = system;
        work = new FlowWork(shmem, system.operations);
        n = grid.n;
        int me = shmem.myPe();
        layout = FlowLayout.ofPlanes(n);
        lines = new FlowLines(layout, n);
        lineStarts = new long[n];
        Arrays.setAll(lineStarts, j -> (long) j * layout.line);
        Share inner = new Share(n - 2, shmem.nPes());
        from = 1 + (int) inner.from(me);
        to = 1 + (int) inner.from(me + 1);
        u = new SlabPlanes(heap, layout, n, inner, transfer, "unknowns");
        right = new SlabPlanes(heap, layout, n, inner, transfer, "right-hand sides");
        memory = heap.doubles(working(layout, inner, system) / Double.BYTES, FlowLayout.CACHE_LINE, "working memory");
        workspace = new Workspace(memory.local());
        forcing = workspace.piece(forcing(layout, inner));
        rhs = workspace.piece((long) layout.paddedLines * layout.line);
        box = new FlowLayout.Box(new int[3], new int[] {1, 1, from}, new int[] {n - 1, n - 1, to});
        planeRhs = new PlaneRhs(workspace, layout, c);
        force();
    }

    static FlowSlab of(KernelHeap heap, FlowConstants grid, LineSystem system, Transfer transfer, PhaseTimers timers) {
        return system == LineSystem.BLOCK_TRIDIAGONAL ? new BtSlab(heap, grid, transfer, timers)
            : new SpSlab(heap, grid, timers);
    }

    /** {@return bytes that a PE needs}, more where memory of other PEs is not used in place */
    static long bytes(int n, int pes, boolean inPlace, LineSystem system) {
        FlowLayout layout = FlowLayout.ofPlanes(n);
        Share inner = new Share(n - 2, pes);
        return working(layout, inner, system)
            + 2 * (SlabPlanes.bytes(layout, inner) + (inPlace ? 0 : SlabPlanes.copied(layout)));
    }

    private static long working(FlowLayout layout, Share inner, LineSystem system) {
        return forcing(layout, inner) + PlaneRhs.bytes(layout) + system.bytes(layout.paddedLines)
            + (long) layout.paddedLines * layout.line + SLACK;
    }

    private static long forcing(FlowLayout layout, Share inner) {
        return inner.largest() * layout.lines * layout.line;
    }

    /** Solves some lines along x of a plane, from j on. */
    abstract void solveX(int k, int j);

    /** Solves some lines along y of a plane, from i on, and leaves them in the field of right-hand sides. */
    abstract void solveY(int k, int i);

    /** Solves some lines along z, from i on, and adds them to the unknowns. */
    abstract void solveZ(int j, int i);

    private void force() {
        fill(true);
        shmem.barrierAll();
        readNeighbours();
        planeRhs.restart(box);
        for (int k = from; k < to; k++) {
            planeRhs.plane(k, u.table);
            planeRhs.lines(k, 0, n, u.table, forcing(k), rhs);
            lines.force(box, forcing(k), rhs);
        }
        shmem.barrierAll();
    }

    private long forcing(int k) {
        return forcing + (long) (k - from) * n * layout.line;
    }

    @Override
    public final void reset() {
        fill(false);
        shmem.barrierAll();
    }

    private void fill(boolean exactly) {
        lines.fill(box, u.table, from == 1 ? 0 : from, to == n - 1 ? n : to, exactly);
    }

    @Override
    public final void step(int step) {
        long planePoints = (long) (n - 2) * (n - 2);
        readNeighbours();
        timers.lap(Phase.EXCHANGE);
        planeRhs.restart(box);
        for (int k = from; k < to; k++) {
            planeRhs.plane(k, u.table);
            work.rhs(planePoints);
            for (int j = 0; j < n - 1; j += BLOCK) {
                planeRhs.lines(k, j, j + BLOCK, u.table, forcing(k), rhs);
                system.prepare(planeRhs, k, j, j + BLOCK, rhs);
                timers.lap(Phase.RHS);
                for (int line = j; line < Math.min(j + BLOCK, n - 1); line += LineSystem.LANES) {
                    solveX(k, line);
                }
                timers.lap(Phase.X_SOLVE);
            }
            work.solve(planePoints);
            timers.lap(Phase.X_SOLVE);
            for (int i = 0; i < n - 1; i += LineSystem.LANES) {
                solveY(k, i);
            }
            work.solve(planePoints);
            timers.lap(Phase.Y_SOLVE);
        }
        shmem.barrierAll();
        for (int k = 0; k < n; k++) {
            u.read(k, from, to);
            right.read(k, from, to);
        }
        timers.lap(Phase.EXCHANGE);
        for (int j = from; j < to; j++) {
            for (int i = 0; i < n - 1; i += LineSystem.LANES) {
                solveZ(j, i);
            }
        }
        work.solve(box.points());
        timers.lap(Phase.Z_SOLVE);
        for (int k = 1; k < n - 1; k++) {
            u.write(k, from, to);
        }
        shmem.barrierAll();
        timers.lap(Phase.EXCHANGE);
    }

    /** The first pass needs two planes on either side. */
    private void readNeighbours() {
        for (int distance = 1; distance <= 2; distance++) {
            u.read(from - distance, 0, n);
            u.read(to - 1 + distance, 0, n);
        }
    }

    @Override
    final double[] squares() {
        double[] sums = new double[FlowLines.SUMS];
        readNeighbours();
        planeRhs.restart(box);
        for (int k = from; k < to; k++) {
            planeRhs.plane(k, u.table);
            planeRhs.lines(k, 0, n, u.table, forcing(k), rhs);
            lines.addSquares(box, k, u.table[k], rhs, sums);
        }
        return sums;
    }

    /** BT in slabs: block tridiagonal systems along each direction. */
    private static final class BtSlab extends FlowSlab {
        private final BlockLines blocks;

        BtSlab(KernelHeap heap, FlowConstants grid, Transfer transfer, PhaseTimers timers) {
            super(heap, grid, LineSystem.BLOCK_TRIDIAGONAL, transfer, timers);
            blocks = new BlockLines(workspace, layout, c, layout.paddedLines);
        }

        @Override
        void solveX(int k, int j) {
            long line = rhs + (long) j * layout.line;
            blocks.takeX(u.table[k] + (long) j * layout.line, line, layout.line, 0, n);
            blocks.solve(0);
            blocks.giveX(line, layout.line, 0, n);
        }

        @Override
        void solveY(int k, int i) {
            blocks.take(1, n - 2, lineStarts, u.table[k] + 8L * i, lineStarts, rhs + 8L * i);
            blocks.solve(1);
            blocks.giveY(n - 2, lineStarts, right.table[k] + 8L * i);
        }

        @Override
        void solveZ(int j, int i) {
            long offset = (long) j * layout.line + 8L * i;
            blocks.take(2, n - 2, u.table, offset, right.table, offset);
            blocks.solve(2);
            blocks.add(n - 2, u.table, offset);
        }
    }

    /** SP in slabs: pentadiagonal systems along each direction. */
    private static final class SpSlab extends FlowSlab {
        private final LineTiles tiles;
        /** Lines along y of the plane at work. */
        private final LineTiles.Source alongY = new LineTiles.Source();

        SpSlab(KernelHeap heap, FlowConstants grid, PhaseTimers timers) {
            super(heap, grid, LineSystem.PENTADIAGONAL, Transfer.DIRECT, timers);
            tiles = new LineTiles(workspace, layout, c);
            int rows = layout.paddedLines;
            tiles.use(workspace.piece(LineTiles.tileBytes(rows)), workspace.piece(LineTiles.upperBytes(rows)), rows);
            alongY.pitch = layout.pitch;
            alongY.rhsStep = layout.line;
            alongY.step = layout.group;
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
            tiles.substituteY(n - 2, lineStarts, right.table[k] + 8L * i, 0);
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
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.slab;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Ram;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.sp.loops.LineSource;
import io.shmem4j.nas.sp.loops.LineTiles;
import io.shmem4j.nas.sp.loops.PlaneRhs;
import io.shmem4j.nas.sp.loops.SpWork;
import io.shmem4j.nas.sp.loops.Twins;
import io.shmem4j.nas.sp.problem.Box;
import io.shmem4j.nas.sp.problem.Decomposition;
import io.shmem4j.nas.sp.problem.ExactSolution;
import io.shmem4j.nas.sp.problem.PlaneTable;
import io.shmem4j.nas.sp.problem.SpConstants;
import io.shmem4j.nas.sp.problem.SpLayout;
import io.shmem4j.nas.sp.problem.SpNorms;
import io.shmem4j.nas.sp.problem.SpPhase;
import io.shmem4j.nas.sp.problem.SpProblem;
import io.shmem4j.nas.sp.problem.Workspace;

/**
 * Each PE holds some planes of equal k.
 *
 * <p>The first pass of a step computes the right-hand side of its own planes and solves along x and y, plane by plane;
 * it loads two planes of each neighbour. The second pass solves along z for some rows of equal j in all planes, where
 * it loads and stores other PEs' planes. A barrier ends each pass: what the second pass loads the first has stored, and
 * it stores unknowns that the first pass of the next step loads.
 */
public final class Slab implements Decomposition {
    /** For the alignment of the pieces of the working memory. */
    private static final long SLACK = 1024;
    /** Lines that the first pass takes at a time: what it has computed of them is still in the first-level cache. */
    private static final int BLOCK = 8;

    private final Shmem shmem;
    private final PhaseTimers<SpPhase> timers;
    private final Everyone everyone;
    private final SpWork work;
    private final SpConstants c;
    private final SpLayout layout;
    private final ExactSolution exact;
    private final int n;
    private final Share inner;
    /** Inner planes of this PE, and rows of its second pass: the first, and behind the last. */
    private final int from;
    private final int to;
    private final SlabPlanes u;
    private final SlabPlanes right;
    private final SymmetricDoubles memory;
    private final PlaneRhs planeRhs;
    private final LineTiles tiles;
    /** Addresses of the forcing and of the right-hand side of a plane. */
    private final long forcing;
    private final long rhs;
    private final Box box;
    /** Distance of each line from the start of its plane. */
    private final PlaneTable lines;
    /** Lines along y of the plane at work. */
    private final LineSource alongY = new LineSource();

    public Slab(Shmem shmem, SpProblem problem, PhaseTimers<SpPhase> timers, Everyone everyone) {
        this.shmem = shmem;
        this.timers = timers;
        this.everyone = everyone;
        work = new SpWork(shmem);
        n = problem.n();
        int me = shmem.myPe();
        c = new SpConstants(n, problem.dt());
        layout = SpLayout.ofPlanes(n);
        exact = new ExactSolution(n);
        inner = new Share(n - 2, shmem.nPes());
        from = 1 + (int) inner.from(me);
        to = 1 + (int) inner.from(me + 1);
        u = new SlabPlanes(shmem, layout, n, inner, "unknowns");
        right = new SlabPlanes(shmem, layout, n, inner, "right-hand sides");
        memory = shmem.allocateDoubles(working(layout, inner) / Double.BYTES, SpLayout.CACHE_LINE)
            .named("working memory");
        Workspace workspace = new Workspace(memory.local());
        forcing = workspace.piece(forcing(layout, inner));
        rhs = workspace.piece((long) layout.paddedLines * layout.line);
        box = new Box(new int[3], new int[] {1, 1, from}, new int[] {n - 1, n - 1, to});
        planeRhs = new PlaneRhs(workspace, layout, c);
        tiles = Twins.tiles(workspace, layout, c);
        int rows = layout.paddedLines;
        tiles.use(workspace.piece(LineTiles.tileBytes(rows)), workspace.piece(LineTiles.upperBytes(rows)), rows);
        lines = new PlaneTable(n);
        for (int j = 0; j < n; j++) {
            lines.address[j] = (long) j * layout.line;
        }
        alongY.pitch = layout.pitch;
        alongY.rhsStep = layout.line;
        alongY.step = layout.group;
        force();
    }

    /**
     * {@return bytes that a PE needs}
     *
     * @param mapped whether memory of other PEs is mapped
     */
    public static long bytes(int n, int pes, boolean mapped) {
        SpLayout layout = SpLayout.ofPlanes(n);
        Share inner = new Share(n - 2, pes);
        return working(layout, inner)
            + 2 * (SlabPlanes.bytes(layout, inner) + (mapped ? 0 : SlabPlanes.copied(layout)));
    }

    private static long working(SpLayout layout, Share inner) {
        return forcing(layout, inner) + PlaneRhs.bytes(layout) + LineTiles.tileBytes(layout.paddedLines)
            + LineTiles.upperBytes(layout.paddedLines) + (long) layout.paddedLines * layout.line + SLACK;
    }

    private static long forcing(SpLayout layout, Share inner) {
        return inner.largest() * layout.lines * layout.line;
    }

    /** The forcing is what keeps the exact solution still: minus its right-hand side. */
    private void force() {
        fill(true);
        shmem.barrierAll();
        readNeighbours();
        planeRhs.restart(box);
        for (int k = from; k < to; k++) {
            planeRhs.plane(k, u.table);
            planeRhs.lines(k, 0, n, u.table, forcing(k), rhs);
            for (int j = 1; j < n - 1; j++) {
                for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                    long row = (long) j * layout.line + (long) m * layout.pitch;
                    for (int i = 1; i < n - 1; i++) {
                        Ram.set(forcing(k) + row + 8L * i,
                            -Ram.get(rhs + row + 8L * i));
                    }
                }
            }
        }
        shmem.barrierAll();
    }

    private long forcing(int k) {
        return forcing + (long) (k - from) * n * layout.line;
    }

    @Override
    public void initialize() {
        fill(false);
        shmem.barrierAll();
    }

    private void fill(boolean exactly) {
        for (int k = 0; k < n; k++) {
            if (u.mine(k)) {
                for (int j = 0; j < n; j++) {
                    for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                        long row = u.table.address[k] + (long) j * layout.line + (long) m * layout.pitch;
                        for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
                            double rest = m == 0 || m == SpConstants.UNKNOWNS - 1 ? 1 : 0;
                            double value = i >= n ? rest : exactly ? exact.at(m, i, j, k) : exact.start(m, i, j, k);
                            Ram.set(row + 8L * i, value);
                        }
                    }
                }
            }
        }
    }

    @Override
    public void step() {
        long planePoints = (long) (n - 2) * (n - 2);
        readNeighbours();
        timers.lap(SpPhase.EXCHANGE);
        planeRhs.restart(box);
        for (int k = from; k < to; k++) {
            planeRhs.plane(k, u.table);
            work.rhs(planePoints);
            for (int j = 0; j < n - 1; j += BLOCK) {
                planeRhs.lines(k, j, j + BLOCK, u.table, forcing(k), rhs);
                planeRhs.txinvr(k, j, j + BLOCK, rhs);
                timers.lap(SpPhase.RHS);
                solveX(k, j);
                timers.lap(SpPhase.X_SOLVE);
            }
            work.solve(planePoints);
            timers.lap(SpPhase.X_SOLVE);
            solveY(k);
            work.solve(planePoints);
            timers.lap(SpPhase.Y_SOLVE);
        }
        shmem.barrierAll();
        timers.lap(SpPhase.EXCHANGE);
        for (int k = 0; k < n; k++) {
            u.read(k, from, to);
            right.read(k, from, to);
        }
        timers.lap(SpPhase.EXCHANGE);
        for (int j = from; j < to; j++) {
            solveZ(j);
        }
        work.solve(box.points());
        timers.lap(SpPhase.Z_SOLVE);
        for (int k = 1; k < n - 1; k++) {
            u.write(k, from, to);
        }
        shmem.barrierAll();
        timers.lap(SpPhase.EXCHANGE);
    }

    /** The first pass needs two planes on either side. */
    private void readNeighbours() {
        for (int distance = 1; distance <= 2; distance++) {
            u.read(from - distance, 0, n);
            u.read(to - 1 + distance, 0, n);
        }
    }

    private void solveX(int k, int first) {
        for (int j = first; j < Math.min(first + BLOCK, n - 1); j += tiles.lanes()) {
            tiles.solveX(n - 2, rhs + (long) j * layout.line, planeRhs.derived(k) + (long) j * layout.group);
        }
    }

    private void solveY(int k) {
        for (int i = 0; i < n - 1; i += tiles.lanes()) {
            alongY.rhs = rhs + 8L * i;
            long derived = planeRhs.derived(k) + 8L * i;
            alongY.velocity = derived + SpLayout.VS * layout.pitch;
            alongY.rho = derived + SpLayout.RHO * layout.pitch;
            alongY.speed = derived + SpLayout.SPEED * layout.pitch;
            tiles.forward(n - 2, 0, 1, alongY);
            tiles.substituteY(n - 2, lines, right.table.address[k] + 8L * i);
        }
    }

    private void solveZ(int j) {
        for (int i = 0; i < n - 1; i += tiles.lanes()) {
            long offset = (long) j * layout.line + 8L * i;
            tiles.gather(n - 2, 3, u.table, right.table, offset);
            tiles.forward(n - 2, 0, 2);
            tiles.backward(n - 2);
            tiles.scatterZ(n - 2, u.table, offset);
        }
    }

    @Override
    public SpNorms norms() {
        double[] sums = everyone.sum(squares());
        return SpNorms.of(sums, n, c.dt);
    }

    @Override
    public void free() {
        shmem.free(memory);
        right.free();
        u.free();
    }

    /** {@return sums over this PE's points of squares of right-hand sides, then of errors} */
    private double[] squares() {
        double[] sums = new double[2 * SpConstants.UNKNOWNS];
        readNeighbours();
        planeRhs.restart(box);
        for (int k = from; k < to; k++) {
            planeRhs.plane(k, u.table);
            planeRhs.lines(k, 0, n, u.table, forcing(k), rhs);
            for (int j = 1; j < n - 1; j++) {
                for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                    long row = rhs + (long) j * layout.line + (long) m * layout.pitch;
                    for (int i = 1; i < n - 1; i++) {
                        double value = Ram.get(row + 8L * i);
                        sums[m] += value * value;
                    }
                }
            }
        }
        for (int k = 0; k < n; k++) {
            if (u.mine(k)) {
                addErrors(k, sums);
            }
        }
        return sums;
    }

    private void addErrors(int k, double[] sums) {
        for (int j = 0; j < n; j++) {
            for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                long row = u.table.address[k] + (long) j * layout.line + (long) m * layout.pitch;
                for (int i = 0; i < n; i++) {
                    double error = Ram.get(row + 8L * i) - exact.at(m, i, j, k);
                    sums[SpConstants.UNKNOWNS + m] += error * error;
                }
            }
        }
    }
}

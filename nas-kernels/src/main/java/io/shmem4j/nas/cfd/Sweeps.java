// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.work.WorkKind;

/**
 * The sweeps through a PE's lines, forth and back, plane by plane.
 *
 * <p>Values derived from the unknowns are kept for two planes: the present one and the previous one.
 */
final class Sweeps {
    /** Operations of a point and sweep: by vectors, and point by point. */
    private static final long TOGETHER = 230;
    private static final long ONE_BY_ONE = 36;
    private static final long NUMBERS = 15;
    private static final int LANES = FlowLayout.CACHE_LINE / Double.BYTES;

    private final LineSlab slab;
    private final LineExchange exchange;
    private final PhaseTimers timers;
    private final SweepRows rows = new SweepRows();
    private final SweepRows.Weights forth;
    private final SweepRows.Weights back;
    private final int pitch;
    private final long derived;
    private final long slot;
    private final long gift;
    private final long matrix;
    private final long inside;

    Sweeps(LineSlab slab, LineExchange exchange, FlowConstants c, PhaseTimers timers) {
        this.slab = slab;
        this.exchange = exchange;
        this.timers = timers;
        forth = new SweepRows.Weights(c, -1);
        back = new SweepRows.Weights(c, 1);
        pitch = slab.layout.pitch;
        slot = slot(slab.layout);
        derived = slab.workspace.piece(2 * slot);
        gift = slab.workspace.piece((long) FlowConstants.UNKNOWNS * pitch);
        matrix = slab.workspace.piece((long) SweepRows.MATRIX * pitch);
        inside = slab.workspace.piece(pitch);
        for (int i = 1; i < slab.n - 1; i++) {
            RawMemory.set(inside + 8L * i, 1);
        }
    }

    private static long slot(FlowLayout layout) {
        return ((long) layout.lines * SweepRows.DERIVED * layout.pitch / FlowLayout.CACHE_LINE | 1)
            * FlowLayout.CACHE_LINE;
    }

    /** {@return bytes of working memory} */
    static long bytes(FlowLayout layout) {
        return 2 * slot(layout) + (FlowConstants.UNKNOWNS + SweepRows.MATRIX + 1L) * layout.pitch;
    }

    private long derived(int k, int j) {
        return derived + (k & 1) * slot
            + (long) (j - slab.from + FlowLayout.GHOSTS) * SweepRows.DERIVED * pitch;
    }

    private void derive(int k, int j, SweepRows.Weights weights) {
        rows.derive(slab.u[k] + slab.line(j), derived(k, j), pitch, weights);
    }

    /** Sweeps from the lowest corner to the highest, or back. */
    void sweep(boolean goesBack) {
        Phase phase = goesBack ? Phase.UPPER : Phase.LOWER;
        SweepRows.Weights weights = goesBack ? back : forth;
        int step = goesBack ? -1 : 1;
        int before = -step * Double.BYTES;
        int firstPlane = goesBack ? slab.n - 2 : 1;
        int firstLine = goesBack ? slab.to - 1 : slab.from;
        long[] v = slab.residual;
        for (int j = slab.from; j < slab.to; j++) {
            derive(firstPlane - step, j, weights);
        }
        for (int k = firstPlane; k > 0 && k < slab.n - 1; k += step) {
            timers.lap(phase);
            long last = exchange.await(goesBack, k);
            timers.lap(Phase.EXCHANGE);
            derive(k, firstLine - step, weights);
            for (int j = firstLine; j >= slab.from && j < slab.to; j += step) {
                long line = v[k] + slab.line(j);
                long here = derived(k, j);
                derive(k, j, weights);
                rows.neighbour(derived(k - step, j), v[k - step] + slab.line(j), 2, weights, pitch, gift, false);
                rows.neighbour(derived(k, j - step), last, 1, weights, pitch, gift, true);
                if (goesBack) {
                    rows.divideGifts(here, gift, line, weights, pitch);
                } else {
                    rows.divideAll(here, gift, line, inside, weights, pitch);
                }
                rows.matrices(here, before, matrix, weights, pitch);
                rows.follow(line, matrix, slab.n - 2, before, weights, pitch);
                last = line;
            }
            work();
            timers.lap(phase);
            exchange.done(goesBack, k);
            timers.lap(Phase.EXCHANGE);
        }
    }

    /** Adds what the sweeps have made to the unknowns. */
    void update() {
        double scale = 1 / (LuProblem.OMEGA * (2 - LuProblem.OMEGA));
        for (int k = 1; k < slab.n - 1; k++) {
            for (int j = slab.from; j < slab.to; j++) {
                rows.add(slab.u[k] + slab.line(j), slab.residual[k] + slab.line(j), scale,
                    FlowConstants.UNKNOWNS * pitch);
            }
        }
        timers.lap(Phase.UPDATE);
    }

    private void work() {
        long points = (long) (slab.to - slab.from) * (slab.n - 2);
        slab.shmem.work(WorkKind.VECTOR, TOGETHER * points / LANES);
        slab.shmem.work(WorkKind.SCALAR, ONE_BY_ONE * points);
        slab.shmem.work(WorkKind.STREAM_BYTES, NUMBERS * Double.BYTES * points);
    }
}

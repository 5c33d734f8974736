// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The right-hand side plane by plane in rising k, with the planes it needs in rings: unknowns of k-2 to k+2, derived
 * numbers of k-1 to k+2.
 */
final class PlaneRhs {
    private static final int RING = 5;
    private static final int DERIVED_RING = 4;
    private static final int STENCIL_Z = 4;

    /** The right-hand side of the last plane. */
    final double[] rhs;
    /** Derived numbers in a ring. */
    final double[] derived;
    private final SpConstants c;
    private final SpLayout layout;
    private final double[] u;
    private final double[] mask;
    private final StencilWeights weights;
    private final int[] z = new int[STENCIL_Z];
    private final int[] zRow = new int[STENCIL_Z];
    private final int slot;
    private final int derivedSlot;
    private int loaded;

    PlaneRhs(SpConstants c, SpLayout layout) {
        this.c = c;
        this.layout = layout;
        slot = layout.n * layout.line;
        derivedSlot = layout.paddedRows * layout.derivedLine;
        u = new double[RING * slot + 2 * layout.line];
        derived = new double[DERIVED_RING * derivedSlot];
        rhs = new double[layout.paddedRows * layout.line];
        weights = new StencilWeights(c, 0, layout.n, layout.pitch);
        mask = new double[layout.pitch];
        Arrays.fill(mask, 1, layout.n - 1, 1);
    }

    /**
     * Starts anew.
     *
     * @param k the first plane to come
     */
    void restart(int k) {
        loaded = Math.max(0, k - 2);
    }

    /**
     * Computes the right-hand side of a plane.
     *
     * @param k       the plane, one more than the last time
     * @param planes  where the unknowns are
     * @param forcing the forcing
     * @param f       its position of the plane
     */
    void compute(int k, PlaneTable planes, double[] forcing, int f) {
        int n = layout.n;
        for (; loaded <= Math.min(k + 2, n - 1); loaded++) {
            load(loaded, planes.segment[loaded], planes.offset[loaded]);
        }
        z[0] = position(Math.max(k - 2, 0));
        z[1] = position(k - 1);
        z[2] = position(k + 1);
        z[3] = position(Math.min(k + 2, n - 1));
        weights.z = c.stencil[2][k];
        for (int j = 1; j < n - 1; j++) {
            row(k, j, forcing, f + j * layout.line);
        }
    }

    private void load(int k, MemorySegment segment, long offset) {
        int at = position(k);
        int d = derivedPosition(k);
        for (int j = 0; j < layout.n; j++) {
            Twins.ROWS.derive(segment, offset + 8L * j * layout.line, u, at + j * layout.line, derived,
                d + j * layout.derivedLine, layout);
        }
    }

    private void row(int k, int j, double[] forcing, int f) {
        int line = layout.line;
        int dLine = layout.derivedLine;
        int r = j * line;
        int at = position(k) + r;
        int d = derivedPosition(k) + j * dLine;
        weights.y = c.stencil[1][j];
        for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
            int shift = m * layout.pitch;
            for (int s = 0; s < STENCIL_Z; s++) {
                zRow[s] = z[s] + r + shift;
            }
            Twins.ROWS.stencil(rhs, r + shift, forcing, f + shift, u, at + shift, zRow, weights, layout);
        }
        Twins.ROWS.flux(rhs, r, u, at - 1, at + 1, derived, d - 1, d, d + 1, 0, c, layout);
        Twins.ROWS.flux(rhs, r, u, at - line, at + line, derived, d - dLine, d, d + dLine, 1, c, layout);
        Twins.ROWS.flux(rhs, r, u, z[1] + r, z[2] + r, derived, derivedPosition(k - 1) + j * dLine, d,
            derivedPosition(k + 1) + j * dLine, 2, c, layout);
    }

    /** Takes the right-hand side to characteristic variables. */
    void txinvr(int k) {
        for (int j = 1; j < layout.n - 1; j++) {
            Twins.ROWS.txinvr(rhs, j * layout.line, derived, derivedPosition(k) + j * layout.derivedLine, mask,
                layout);
        }
    }

    private int position(int k) {
        return layout.line + k % RING * slot;
    }

    /** {@return where the derived numbers of a plane are} */
    int derivedPosition(int k) {
        return k % DERIVED_RING * derivedSlot;
    }
}

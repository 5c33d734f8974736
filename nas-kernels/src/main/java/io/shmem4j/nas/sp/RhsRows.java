// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import java.lang.foreign.MemorySegment;

/**
 * The loops along x that make up the right-hand side, a row at a time, in the order of the methods here.
 *
 * <p>Positions are those of a row's first unknown or derived number at i = 0.
 */
abstract class RhsRows {
    /**
     * Reads the unknowns of a row, and derives what the scheme needs of them.
     *
     * @param source  where the unknowns are
     * @param offset  byte offset of the row
     * @param u       gets them
     * @param at      position there
     * @param derived gets the derived numbers
     * @param d       position there
     */
    abstract void derive(MemorySegment source, long offset, double[] u, int at, double[] derived, int d,
        SpLayout layout);

    /**
     * Begins a row with the forcing, and adds second differences and dissipation of an unknown in all directions.
     *
     * @param rhs     the row, of one unknown
     * @param forcing what it begins with
     * @param f       position there
     * @param u       the unknowns
     * @param at      position of the row, of the same unknown
     * @param z       positions of that row in the planes k-2, k-1, k+1 and k+2
     * @param weights of the five points of the stencil, along x for each i, along y and z
     */
    abstract void stencil(double[] rhs, int r, double[] forcing, int f, double[] u, int at, int[] z,
        StencilWeights weights, SpLayout layout);

    /**
     * Adds convection and viscosity of one direction.
     *
     * @param rhs       the row
     * @param u         unknowns
     * @param before    position of the row before in that direction
     * @param behind    position of the row behind
     * @param derived   derived numbers
     * @param d         positions there: of the row before, of the row, and of the row behind
     * @param direction 0 for x, 1 for y, 2 for z
     */
    abstract void flux(double[] rhs, int r, double[] u, int before, int behind, double[] derived, int dBefore, int d,
        int dBehind, int direction, SpConstants c, SpLayout layout);

    /**
     * Clears a row outside of the interior and multiplies by the inverse of the first matrix of eigenvectors, txinvr.
     *
     * @param rhs     the row
     * @param derived derived numbers
     * @param d       position there
     * @param mask    1 inside, 0 outside, for each i
     */
    abstract void txinvr(double[] rhs, int r, double[] derived, int d, double[] mask, SpLayout layout);
}

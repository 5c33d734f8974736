// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;
import io.shmem4j.nas.npb.Ram;

/**
 * Solution of the block tridiagonal systems along some lines at once, as many as a vector has lanes.
 *
 * <p>Lines are brought into working memory, with the momentum along the lines first and the others behind it in turn,
 * so that the loops are the same for all directions. A row has the state of its points, and six columns of five
 * numbers: what elimination leaves of the upper block, and the right-hand side.
 */
abstract class BlockLines {
    /** Numbers of a point: 1/density, velocities along and across the lines, kinetic and total energy per mass. */
    static final int RHO = 0;
    static final int ALONG = 1;
    static final int ACROSS = 2;
    static final int ASIDE = 3;
    static final int KINETIC = 4;
    static final int ENERGY = 5;
    static final int STATE = 6;
    /** Numbers along an edge of a block, and columns with the right-hand side. */
    static final int EDGE = FlowConstants.UNKNOWNS;
    static final int COLUMNS = EDGE + 1;
    /** Numbers of a block with the right-hand side. */
    static final int BLOCK = EDGE * COLUMNS;
    static final double C1 = FlowConstants.C1;
    static final double C2 = FlowConstants.C2;
    private static final double C1345 = FlowConstants.C1C5 * FlowConstants.C3C4;
    private static final double[] SMOOTHING = {0.75, 0.75, 1.0};

    final FlowLayout layout;
    final int n;
    /** Bytes of a vector over the lines, and from a row to the next of states and of blocks. */
    final int vector;
    final int stateStep;
    final int blockStep;
    /** By direction: bytes from a line's density to each unknown, in the order that the lines are worked on. */
    final int[][] order = new int[FlowConstants.DIRECTIONS][EDGE];
    /** Convection of a neighbour's block; viscosity along and across the lines and of the energy, with the step. */
    final double convection;
    final double viscousAlong;
    final double viscousAcross;
    final double viscousHeat;
    /** Second difference along the direction at work. */
    double smoothing;
    /** Addresses: states, upper blocks, the block at work, a neighbour's block. */
    final long states;
    final long upper;
    final long centre;
    final long neighbour;
    private final double second;

    BlockLines(Workspace workspace, FlowLayout layout, FlowConstants c, int lanes) {
        this.layout = layout;
        n = c.n;
        vector = lanes * Double.BYTES;
        stateStep = STATE * vector;
        blockStep = BLOCK * vector;
        for (int direction = 0; direction < FlowConstants.DIRECTIONS; direction++) {
            for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
                order[direction][m] = (1 + (direction + m - 1) % FlowConstants.DIRECTIONS) * layout.pitch;
            }
            order[direction][EDGE - 1] = (EDGE - 1) * layout.pitch;
        }
        second = c.dt * (n - 1) * (n - 1);
        convection = c.convection;
        viscousAcross = second * FlowConstants.C3C4;
        viscousAlong = viscousAcross * FlowConstants.CON43;
        viscousHeat = second * C1345;
        states = workspace.piece((long) rows(n) * STATE * FlowLayout.CACHE_LINE);
        upper = workspace.piece((long) rows(n) * BLOCK * FlowLayout.CACHE_LINE);
        centre = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        neighbour = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
    }

    private static int rows(int n) {
        return FlowLayout.ofPlanes(n).paddedLines + 1;
    }

    /** {@return bytes of working memory} */
    static long bytes(int n) {
        return (rows(n) + 2L) * (STATE + BLOCK) * FlowLayout.CACHE_LINE;
    }

    /** Makes what is not inside of a line zero. */
    final void clearOutside(long line) {
        for (int m = 0; m < EDGE; m++) {
            long row = line + (long) m * layout.pitch;
            Ram.set(row, 0);
            for (long at = 8L * (n - 1); at < layout.pitch; at += Double.BYTES) {
                Ram.set(row + at, 0);
            }
        }
    }

    /**
     * Solves lines along x of a plane, in place.
     *
     * @param derived what the right-hand side has derived from the unknowns of the first line
     * @param rhs     the first line's right-hand side
     */
    abstract void solveX(long derived, long rhs);

    /**
     * Solves lines along y of a plane.
     *
     * @param derived of the first row
     * @param rhs     of the first row
     * @param to      where the first row's solution goes
     */
    abstract void solveY(long derived, long rhs, long to);

    /**
     * Solves lines along z and adds them to the unknowns.
     *
     * @param u      unknowns of each row
     * @param right  right-hand sides of each row
     * @param offset added to all those addresses
     */
    abstract void solveZ(PlaneTable u, PlaneTable right, long offset);

    /** Solves the lines that were brought in. */
    final void solve(int direction) {
        smoothing = second * SMOOTHING[direction];
        long state = states + stateStep;
        long block = upper + blockStep;
        clear(upper);
        for (int row = 1; row < n - 1; row++) {
            centre(state, block);
            jacobian(state - stateStep, 1, neighbour, EDGE);
            add(block - blockStep);
            jacobian(state + stateStep, -1, block, COLUMNS);
            factor();
            divide(block);
            state += stateStep;
            block += blockStep;
        }
        clear(block);
        for (int row = n - 2; row > 0; row--) {
            block -= blockStep;
            substitute(block, block + blockStep);
        }
    }

    private void clear(long block) {
        for (int at = 0; at < blockStep; at += Double.BYTES) {
            Ram.set(block + at, 0);
        }
    }

    /** Begins the block at work: that of the points themselves, and their right-hand side. */
    abstract void centre(long state, long right);

    /**
     * Computes the block of a neighbour: of the one behind, or the negated one of the one before. These differ in the
     * sign of what is not convection.
     *
     * @param sign    1 for the one before, -1 for the one behind
     * @param to      where it goes, without the last column of six
     * @param columns numbers from one row of it to the next
     */
    abstract void jacobian(long state, int sign, long to, int columns);

    /** Adds the neighbour's block times what elimination has left of the row before to the block at work. */
    abstract void add(long before);

    /**
     * Factors the block at work into triangles. Its diagonal then has the inverses, and all other numbers are negated,
     * because what is added goes in one instruction with its product.
     */
    abstract void factor();

    /** Divides an upper block by the block at work, and takes the right-hand side over. */
    abstract void divide(long block);

    /** Takes the upper block times the solution of the next row from a row's right-hand side. */
    abstract void substitute(long block, long next);
}

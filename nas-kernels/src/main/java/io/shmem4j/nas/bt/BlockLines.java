// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.VectorApi;

/**
 * Solution of the block tridiagonal systems along some lines at once, as many as a vector has lanes.
 *
 * <p>Lines are brought into working memory, with the momentum along the lines first and the others behind it in turn,
 * so that the loops are the same for all directions. Row 0 is that before the unknown ones. A row has the state of its
 * points and their right-hand side, which becomes the solution. Elimination leaves six columns of five numbers of it:
 * the upper block, and the right-hand side.
 */
abstract class BlockLines {
    /** Operations for a point, as counted in the source. */
    static final int OPERATIONS = 560;
    /** How many lines go at once. */
    static final int LANES = VectorApi.THERE ? VectorBlockLines.LANES : 1;
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
    /** Bytes from a row to the next of states, of right-hand sides and of blocks. */
    final int stateStep;
    final int rightStep;
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
    /** Addresses: states, right-hand sides, the block at work, a neighbour's block. */
    final long states;
    final long rights;
    final long centre;
    final long neighbour;
    /** Where the blocks of all rows go when they need not be kept, and what is before a first row: nothing. */
    final long blocks;
    final long zeros;
    private final double second;

    /**
     * For lines of a grid.
     *
     * @param rows most rows of a line
     */
    BlockLines(Workspace workspace, FlowLayout layout, FlowConstants c, int lanes, int rows) {
        this.layout = layout;
        n = c.n;
        int vector = lanes * Double.BYTES;
        stateStep = STATE * vector;
        rightStep = EDGE * vector;
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
        states = workspace.piece((long) rows * STATE * FlowLayout.CACHE_LINE);
        rights = workspace.piece((long) rows * EDGE * FlowLayout.CACHE_LINE);
        blocks = workspace.piece((long) rows * BLOCK * FlowLayout.CACHE_LINE);
        centre = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        neighbour = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        zeros = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        clear(zeros, blockStep);
    }

    /** {@return the loops in force}: with the Vector API where the JVM has its module, else number by number */
    static BlockLines fastest(Workspace workspace, FlowLayout layout, FlowConstants c, int rows) {
        return VectorApi.THERE ? new VectorBlockLines(workspace, layout, c, rows)
            : new ScalarBlockLines(workspace, layout, c, rows);
    }

    /** {@return bytes of working memory} */
    static long bytes(int rows) {
        return ((long) rows * (STATE + EDGE + BLOCK) + 3L * BLOCK) * FlowLayout.CACHE_LINE;
    }

    static void clear(long from, int bytes) {
        for (int at = 0; at < bytes; at += Double.BYTES) {
            RawMemory.set(from + at, 0);
        }
    }

    /** {@return address of a row's right-hand side or solution} */
    final long right(int row) {
        return rights + (long) row * rightStep;
    }

    /**
     * Brings in whole lines along x of a plane.
     *
     * @param derived what the right-hand side has derived from the unknowns of the first line
     * @param rhs     the first line's right-hand side
     */
    abstract void takeDerivedX(long derived, long rhs);

    /**
     * Brings in whole lines along y of a plane.
     *
     * @param derived of the first row
     * @param rhs     of the first row
     */
    abstract void takeDerivedY(long derived, long rhs);

    /**
     * Brings in a part of lines along x.
     *
     * @param u      unknowns of the part's first point in the first line
     * @param rhs    right-hand side of that point
     * @param step   bytes from a line to the next
     * @param row    row of that point
     * @param points how many
     */
    abstract void takeX(long u, long rhs, int step, int row, int points);

    /** Takes the solution of a part of lines along x away. */
    abstract void giveX(long rhs, int step, int row, int points);

    /**
     * Brings in lines along y or z.
     *
     * @param direction of the lines
     * @param rows      unknown rows
     * @param u         unknowns of each row
     * @param right     right-hand sides of each row
     * @param offset    added to all those addresses
     */
    abstract void take(int direction, int rows, PlaneTable u, PlaneTable right, long offset);

    /** Takes the solution of lines along y away. */
    abstract void giveY(int rows, PlaneTable right, long offset);

    /** Adds the solution of lines along z to the unknowns. */
    abstract void add(int rows, PlaneTable u, long offset);

    /** Solves lines between boundaries of the grid that were brought in. */
    final void solve(int direction) {
        eliminate(direction, n - 2, zeros, blocks);
        clear(right(n - 1), rightStep);
        substitute(n - 2, blocks);
    }

    /**
     * Eliminates the lower blocks.
     *
     * @param rows   unknown rows
     * @param before what elimination has left of the row before them
     * @param to     where it leaves what it leaves of each row
     */
    final void eliminate(int direction, int rows, long before, long to) {
        smoothing = second * SMOOTHING[direction];
        long state = states + stateStep;
        long last = before;
        long block = to;
        for (int row = 1; row <= rows; row++) {
            centre(state, right(row));
            jacobian(state - stateStep, 1, neighbour, EDGE);
            add(last);
            jacobian(state + stateStep, -1, block, COLUMNS);
            factor();
            divide(block);
            last = block;
            state += stateStep;
            block += blockStep;
        }
    }

    /**
     * Substitutes back; the row behind has its solution.
     *
     * @param rows unknown rows
     * @param from what elimination has left of them
     */
    final void substitute(int rows, long from) {
        for (int row = rows; row > 0; row--) {
            substitute(from + (row - 1L) * blockStep, right(row), right(row + 1));
        }
    }

    /** Begins the block at work: that of the points themselves, and their right-hand side. */
    abstract void centre(long state, long right);

    /**
     * Computes the block of the neighbour behind, or the negated block of the neighbour before. These differ in the
     * sign of what is not convection.
     *
     * @param sign    1 for the neighbour before, -1 for the neighbour behind
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
    abstract void substitute(long block, long right, long next);
}

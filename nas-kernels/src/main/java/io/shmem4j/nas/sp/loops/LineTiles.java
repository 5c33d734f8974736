// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;
import io.shmem4j.nas.npb.RawMemory;

/**
 * Solution of the pentadiagonal systems along some lines at once, as many as a vector has lanes.
 *
 * <p>The solution takes place in a tile that fits the first-level cache, into which most lines are brought first: for
 * each row the five right-hand sides, the velocity along the line, 1/density and the speed of sound, each a vector over
 * the lines. A tile has the unknown rows from 1 on, two rows before and two rows behind them: what an elimination and a
 * substitution take over from the neighbouring rows is found there. There are three systems for a line: for the first
 * three right-hand sides, for the fourth and for the fifth; the upper diagonals that elimination leaves are kept apart,
 * in rows like the tile's. Places are addresses.
 */
public abstract class LineTiles {
    /** Operations for a point, as counted in the source. */
    public static final int OPERATIONS = 170;
    /** Vectors of a row: right-hand sides, velocity, 1/density, speed of sound. */
    public static final int QUANTITIES = 8;
    static final int VELOCITY = 5;
    static final int RHO = 6;
    static final int SPEED = 7;
    /** Systems of a line. */
    static final int SYSTEMS = 3;
    /** Vectors that remain of a row after elimination: two upper diagonals of the three systems. */
    public static final int UPPER = 6;
    /** Rows before and behind the unknown ones. */
    public static final int MARGIN = 4;

    final FlowLayout layout;
    final FlowConstants c;
    private final Workspace workspace;
    /** Addresses of the tile at work and of its upper diagonals. */
    public long tile;
    public long upper;
    private final LineSource inTile = new LineSource();

    LineTiles(Workspace workspace, FlowLayout layout, FlowConstants c) {
        this.workspace = workspace;
        this.layout = layout;
        this.c = c;
        inTile.pitch = lanes() * Double.BYTES;
        inTile.step = QUANTITIES * inTile.pitch;
        inTile.rhsStep = inTile.step;
    }

    /**
     * {@return bytes of a tile without its upper diagonals, at most}
     *
     * @param lines along each edge of what is solved
     */
    public static long tileBytes(int lines) {
        return (long) (lines + MARGIN) * QUANTITIES * FlowLayout.CACHE_LINE;
    }

    /** {@return bytes of a tile's upper diagonals, at most} */
    public static long upperBytes(int lines) {
        return (long) (lines + MARGIN) * UPPER * FlowLayout.CACHE_LINE;
    }

    /**
     * Goes on with another tile.
     *
     * @param tileAddress  where it is
     * @param upperAddress where its upper diagonals are
     * @param lines        the most rows of it that will be used
     */
    public final void use(long tileAddress, long upperAddress, int lines) {
        workspace.check(tileAddress, tileBytes(lines));
        workspace.check(upperAddress, upperBytes(lines));
        tile = tileAddress;
        upper = upperAddress;
        inTile.rhs = tile + inTile.step;
        inTile.velocity = inTile.rhs + (long) VELOCITY * inTile.pitch;
        inTile.rho = inTile.rhs + (long) RHO * inTile.pitch;
        inTile.speed = inTile.rhs + (long) SPEED * inTile.pitch;
    }

    /** Makes nothing come from before the first row: there is the boundary of the grid, where nothing changes. */
    public final void clearBefore() {
        clear(tile, QUANTITIES * lanes());
        clear(upper, 2 * UPPER * lanes());
    }

    private void clear(long address, int numbers) {
        for (int i = 0; i < numbers; i++) {
            RawMemory.set(address + (long) i * Double.BYTES, 0);
        }
    }

    /** {@return how many lines make up a tile} */
    public abstract int lanes();

    /**
     * Brings in lines along x of a plane.
     *
     * @param rows  unknown rows
     * @param rhs   right-hand side of the first line
     * @param group unknowns and derived numbers of the first line
     */
    public abstract void gatherX(int rows, long rhs, long group);

    /**
     * Brings in a part of lines along x, whose derived numbers are to be computed.
     *
     * @param rhs    right-hand side of the first line, from the part's first point
     * @param u      unknowns of the first line, from the same point
     * @param step   bytes from a line to the next
     * @param row    tile row of that point
     * @param points how many are brought in
     */
    public abstract void gatherX(long rhs, long u, int step, int row, int points);

    /**
     * Takes lines along x back.
     *
     * @param rows unknown rows
     * @param rhs  right-hand side of the first line, from row 0
     */
    public abstract void scatterX(int rows, long rhs);

    /** Multiplies lines along x by the next matrix, ninvr, and leaves them in the tile. */
    public abstract void ninvr(int rows);

    /** Takes a part of lines along x back: as {@link #gatherX(long, long, int, int, int)} brought it in. */
    public abstract void scatterX(long rhs, int step, int row, int points);

    /** Takes lines along y away, multiplied by the next matrix, pinvr, to where a table says. */
    public abstract void scatterY(int rows, PlaneTable rhs, long offset);

    /**
     * Brings in lines along y or z, whose rows lie anywhere.
     *
     * @param rows     unknown rows
     * @param momentum which unknown is the momentum along the lines
     * @param u        where the unknowns of each row are, from row 0
     * @param rhs      where the right-hand sides are
     * @param offset   added to all those positions
     */
    public abstract void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset);

    /** Multiplies lines along z by the last matrix, tzetar, and adds them to the unknowns. */
    public abstract void scatterZ(int rows, PlaneTable u, long offset);

    /** Eliminates the lower diagonals of lines that were brought into the tile, see the general form. */
    public final void forward(int rows, int first, int direction) {
        forward(rows, first, direction, inTile);
    }

    /**
     * Eliminates the lower diagonals. Right-hand sides of the two rows before, and what elimination left of them, are
     * taken from the tile: a part of the elimination, or on the boundary of the grid zeros, as memory comes and as the
     * boundary's right-hand sides are.
     *
     * @param rows      unknown rows
     * @param first     global index of the row before them
     * @param direction of the lines
     * @param source    where the unknown rows are, and the velocity and the like also of their neighbours
     */
    public abstract void forward(int rows, int first, int direction, LineSource source);

    /** Substitutes back. */
    public abstract void backward(int rows);

    /**
     * Solves lines along x of a plane and multiplies them by the next matrix.
     *
     * @param rows  unknown rows
     * @param rhs   right-hand side of the first line
     * @param group derived numbers of the first line
     */
    public void solveX(int rows, long rhs, long group) {
        gatherX(rows, rhs, group);
        forward(rows, 0, 0);
        substituteX(rows);
        scatterX(rows, rhs);
    }

    /** Substitutes back along x and multiplies by the next matrix, in the tile; nothing lies behind the last row. */
    public abstract void substituteX(int rows);

    /** Substitutes back along y and takes the lines away; nothing lies behind the last row. */
    public abstract void substituteY(int rows, PlaneTable rhs, long offset);
}

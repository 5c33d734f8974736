// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.AllocationHint;
import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Comparison;
import java.util.stream.IntStream;

/**
 * The halo of a {@link Symmetric2D} on PEs in rows and columns: the array's first and last row and column hold copies
 * of the neighbours' cells, and {@link #exchange} updates them. The corners are copies too, for nine-point stencils.
 *
 * <pre>{@code
 * SymmetricDoubles2D plate = SymmetricDoubles2D.allocate(shmem, rows + 2, columns + 2);
 * Halo halo = plate.halo(2, false);                      // PEs in two rows
 * for (int step = 0; step < steps; step++) {
 *     halo.exchange();
 *     update(plate);                                     // rows 1 to rows, columns 1 to columns
 * }
 * }</pre>
 *
 * <p>A side without a neighbour keeps the values that the program has set. A PE waits for its neighbours only, and its
 * halo changes only during its own call of {@code exchange}. One thread of each PE uses the halo. After a death and
 * {@link Shmem#recover} all PEs repeat exchanges from the step that they agree on.
 *
 * <p>Correctness: a PE writes to a neighbour's halo after the neighbour has signalled {@code ready} for this exchange.
 * The neighbour returns after it has seen {@code arrived}, which the writer sends after the cells and a fence. Both
 * signals carry the number of the exchange, so they only grow and have one writer. A recovery raises the number to a
 * common value on all PEs. Rows travel before columns, and a PE is ready for columns when its rows have arrived. So the
 * columns carry the corners of the diagonal neighbours, and no older value overwrites them.
 */
public final class Halo implements AutoCloseable {
    private static final int UP = 0;
    private static final int DOWN = 1;
    private static final int LEFT = 2;
    private static final int RIGHT = 3;
    private static final int SIDES = 4;
    private static final int NONE = -1;
    /**
     * Indices of a neighbour's signals, each group in its own line: ready for this PE's cells, and cells arrived here.
     */
    private static final int READY = 0;
    private static final int ARRIVED = 16;

    private final Symmetric2D array;
    private final Context context;
    private final int[] neighbours = new int[SIDES];
    private final SymmetricLongs signals;
    private final boolean mortal = Library.outlives();
    private final int[] members;
    private long exchanges;
    /** The sides of the current exchange whose cells have been sent, as bits. */
    private int sent;
    private boolean exchanging;

    Halo(Symmetric2D array, int peRows, boolean periodic) {
        this.array = array;
        this.context = array.context;
        Shmem shmem = array.shmem;
        Team team = context.team();
        array.array().heapOffset();
        int n = team.nPes();
        if (peRows < 1 || n % peRows != 0) {
            throw new IllegalArgumentException(Fault.where() + ": " + n + " PEs can't form " + peRows + " rows");
        }
        if (array.rows < 3 || array.columns < 3) {
            throw new IllegalArgumentException(Fault.where() + ": " + array
                + " has no cells inside of a halo; that takes 3 x 3 at least");
        }
        int peColumns = n / peRows;
        int row = team.myPe() / peColumns;
        int column = team.myPe() % peColumns;
        for (int side = 0; side < SIDES; side++) {
            int r = row + (side == UP ? -1 : side == DOWN ? 1 : 0);
            int c = column + (side == LEFT ? -1 : side == RIGHT ? 1 : 0);
            boolean outside = r < 0 || r >= peRows || c < 0 || c >= peColumns;
            neighbours[side] = outside && !periodic ? NONE
                : Math.floorMod(r, peRows) * peColumns + Math.floorMod(c, peColumns);
        }
        this.members = IntStream.range(0, n).map(pe -> team.translate(pe, shmem.world())).toArray();
        this.signals = shmem.allocateLongs(ARRIVED + SIDES, AllocationHint.SIGNAL_REMOTE)
            .named("halo of " + array.array().name());
    }

    /** {@return the number of the PE above in the team, or -1} */
    public int up() {
        return neighbours[UP];
    }

    /** {@return the number of the PE below in the team, or -1} */
    public int down() {
        return neighbours[DOWN];
    }

    /** {@return the number of the PE to the left in the team, or -1} */
    public int left() {
        return neighbours[LEFT];
    }

    /** {@return the number of the PE to the right in the team, or -1} */
    public int right() {
        return neighbours[RIGHT];
    }

    /**
     * Copies this PE's outermost cells to its neighbours' halos, and returns when its own halo has theirs. A call that
     * a time limit has cut is repeated with the same cells.
     */
    public void exchange() {
        exchange(array);
    }

    /**
     * Exchanges the cells of another array of the same size, for programs that swap two arrays after each step. All PEs
     * pass the same array, and exchange it with this halo's context.
     *
     * @param other the array
     * @throws IllegalArgumentException if the array's size differs from that of this halo's array
     */
    public void exchange(Symmetric2D other) {
        // Refuses a freed array before a signal leaves.
        Fault.required(other, "array").array().heapOffset();
        if (other.rows != array.rows || other.columns != array.columns) {
            throw new IllegalArgumentException(Fault.where() + ": this halo is for arrays of " + array.rows + " x "
                + array.columns + " elements, not for " + other);
        }
        if (mortal) {
            Library.requireAlive(members);
        }
        long recovered = mortal ? (long) Library.recoveries() << Integer.SIZE : 0;
        if (!exchanging || exchanges <= recovered) {
            exchanges = Math.max(exchanges, recovered) + 1;
            sent = 0;
            exchanging = true;
        }
        Symmetric2D cells = other.on(context);
        exchange(cells, UP, DOWN);
        exchange(cells, LEFT, RIGHT);
        exchanging = false;
    }

    private void exchange(Symmetric2D cells, int before, int after) {
        signal(READY, before);
        signal(READY, after);
        send(cells, before);
        send(cells, after);
        await(ARRIVED, before);
        await(ARRIVED, after);
    }

    private void send(Symmetric2D cells, int side) {
        if (neighbours[side] == NONE || (sent & 1 << side) != 0) {
            return;
        }
        await(READY, side);
        int last = array.rows - 1;
        int end = array.columns - 1;
        int pe = neighbours[side];
        switch (side) {
            case UP -> cells.copy(1, 0, 1, array.columns, last, 0, pe);
            case DOWN -> cells.copy(last - 1, 0, 1, array.columns, 0, 0, pe);
            case LEFT -> cells.copy(0, 1, array.rows, 1, 0, end, pe);
            default -> cells.copy(0, end - 1, array.rows, 1, 0, 0, pe);
        }
        context.fence();
        signal(ARRIVED, side);
        sent |= 1 << side;
    }

    /** Signals the neighbour on a side; this PE is on the neighbour's opposite side. */
    private void signal(int first, int side) {
        if (neighbours[side] != NONE) {
            context.signalSet(signals.signal(first + (side ^ 1)), exchanges, neighbours[side]);
        }
    }

    /**
     * The death of any member ends the wait, because a neighbour that has noticed it does not complete its exchange.
     */
    private void await(int first, int side) {
        if (neighbours[side] != NONE && mortal) {
            long offset = signals.heapOffset() + (long) (first + side) * Long.BYTES;
            Library.await(offset, Comparison.GE, exchanges, members);
        } else if (neighbours[side] != NONE) {
            signals.signal(first + side).waitUntil(Cmp.GE, exchanges);
        }
    }

    /** Frees the halo's signals; collective over all PEs. */
    public void free() {
        signals.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        signals.close();
    }
}

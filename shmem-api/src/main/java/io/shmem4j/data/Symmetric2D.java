// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Objects;

/**
 * A symmetric two-dimensional array: the same rows and columns on every PE, row after row in memory.
 *
 * <p>{@link #on} selects the context of puts, gets and halos; otherwise it is the default context.
 */
public abstract sealed class Symmetric2D implements AutoCloseable
    permits SymmetricBytes2D, SymmetricShorts2D, SymmetricInts2D, SymmetricLongs2D, SymmetricFloats2D,
    SymmetricDoubles2D {
    final Shmem shmem;
    final Context context;
    final int rows;
    final int columns;
    /** Whether an int can index all elements. */
    final boolean near;
    private final String site;

    Symmetric2D(Shmem shmem, int rows, int columns) {
        this.shmem = Fault.required(shmem, "shmem");
        if (rows < 0 || columns < 0) {
            throw new IllegalArgumentException(Fault.where() + ": " + rows + " rows of " + columns + " elements");
        }
        this.context = shmem;
        this.rows = rows;
        this.columns = columns;
        this.near = (long) rows * columns <= Integer.MAX_VALUE;
        this.site = Fault.callSite();
    }

    Symmetric2D(Symmetric2D other, Context context) {
        this.shmem = other.shmem;
        this.context = Fault.required(context, "context");
        this.rows = other.rows;
        this.columns = other.columns;
        this.near = other.near;
        this.site = other.site;
    }

    /** {@return number of rows} */
    public final int rows() {
        return rows;
    }

    /** {@return number of columns} */
    public final int columns() {
        return columns;
    }

    /** {@return the memory as a plain symmetric array, for atomics, waits, collectives and other contexts} */
    public abstract Symmetric array();

    /**
     * {@return the same array, accessed through a context} Puts and gets use the PE numbers of the context's team, and
     * the context's fence and quiet order and complete them.
     *
     * @param other the context
     */
    public abstract Symmetric2D on(Context other);

    /** Frees the array on all PEs. Collective over all PEs; starts with a barrier. */
    public final void free() {
        array().free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public final void close() {
        array().close();
    }

    /**
     * {@return a halo, which keeps the edges of this array equal to the neighbours' cells} The neighbours are PEs of
     * the context's team. Collective over all PEs, because it allocates; ends with a barrier.
     *
     * @param peRows   rows of PEs; PE {@code r * (nPes / peRows) + c} of the team is in row r and column c
     * @param periodic whether the last row and column of PEs are neighbours of the first
     * @see Halo
     */
    public final Halo halo(int peRows, boolean periodic) {
        return new Halo(this, peRows, periodic);
    }

    /** Copies a block of this PE's own copy to another PE's. */
    abstract void copy(int row, int column, int blockRows, int blockColumns, int toRow, int toColumn, int pe);

    /** {@return an element's index in memory} */
    final long at(int row, int column) {
        if (Integer.compareUnsigned(row, rows) >= 0 || Integer.compareUnsigned(column, columns) >= 0) {
            throw outOfBounds(row, column, 1, 1);
        }
        return (long) row * columns + column;
    }

    /** Like {@link #at(int, int)} if {@link #near} is set; compilers hoist checks of an int out of loops. */
    final int near(int row, int column) {
        try {
            return Objects.checkIndex(row, rows) * columns + Objects.checkIndex(column, columns);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds(row, column, 1, 1);
        }
    }

    /** {@return the index in memory of a block's first element; 0 for an empty block} */
    final long at(int row, int column, int blockRows, int blockColumns) {
        boolean negative = (row | column | blockRows | blockColumns) < 0;
        if (negative || row > rows - blockRows || column > columns - blockColumns) {
            throw outOfBounds(row, column, blockRows, blockColumns);
        }
        // The index after the last row is outside the array.
        return blockRows == 0 ? 0 : (long) row * columns + column;
    }

    private SymmetricIndexException outOfBounds(int row, int column, int blockRows, int blockColumns) {
        String part = blockRows == 1 && blockColumns == 1 ? "row " + row + ", column " + column + " is"
            : "a block of " + blockRows + " x " + blockColumns + " at row " + row + ", column " + column + " is";
        return new SymmetricIndexException(Fault.where() + ": " + part + " out of bounds: " + array().name()
            + " (allocated at " + site + ") has " + rows + " x " + columns + " elements");
    }

    @Override
    public final String toString() {
        return array().name() + "[" + rows + "][" + columns + "]";
    }
}

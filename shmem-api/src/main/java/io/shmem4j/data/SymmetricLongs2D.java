// SPDX-License-Identifier: Apache-2.0
//#types: g get value
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;

/** A symmetric two-dimensional array of {@code long}. */
public final class SymmetricLongs2D extends Symmetric2D {
    private final SymmetricLongs array;

    private SymmetricLongs2D(Shmem shmem, int rows, int columns) {
        super(shmem, rows, columns);
        this.array = shmem.allocateLongs((long) rows * columns);
        array.named(array.name().replace("SymmetricLongs", "SymmetricLongs2D"));
        if (array.length() > 0) {
            Library.shape(rows + "," + columns);
        }
    }

    private SymmetricLongs2D(SymmetricLongs2D other, Context context) {
        super(other, context);
        this.array = other.array;
    }

    /**
     * {@return a new symmetric two-dimensional array, all zero} Collective, ends with a barrier.
     *
     * @param shmem   the library
     * @param rows    number of rows
     * @param columns number of columns
     */
    public static SymmetricLongs2D allocate(Shmem shmem, int rows, int columns) {
        return Library.whole(() -> new SymmetricLongs2D(shmem, rows, columns));
    }

    /**
     * Names the allocation for reports.
     *
     * @param name the name
     * @return this
     */
    public SymmetricLongs2D named(String name) {
        array.named(name);
        return this;
    }

    @Override
    public SymmetricLongs2D on(Context other) {
        return other == context ? this : new SymmetricLongs2D(this, other);
    }

    @Override
    public SymmetricLongs array() {
        return array;
    }

    /**
     * {@return the index of an element in {@link #array}}
     *
     * @param row    its row
     * @param column its column
     */
    public long index(int row, int column) {
        return at(row, column);
    }

    /**
     * {@return an element of this PE's own copy}
     *
     * @param row    its row
     * @param column its column
     */
    public long get(int row, int column) {
        return near ? array.get(near(row, column)) : array.get(at(row, column));
    }

    /**
     * Stores an element of this PE's own copy.
     *
     * @param row    its row
     * @param column its column
     * @param value  the value
     */
    public void set(int row, int column, long value) {
        if (near) {
            array.set(near(row, column), value);
        } else {
            array.set(at(row, column), value);
        }
    }

    /**
     * {@return a row as a plain symmetric array} Loops over its columns are as fast as over a Java array.
     *
     * @param row its number
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such row
     */
    public SymmetricLongs row(int row) {
        return array.slice(at(row, 0, 1, columns), columns);
    }

    /**
     * Fills this PE's own copy.
     *
     * @param value the value of every element
     */
    public void fill(long value) {
        array.fill(value);
    }

    /**
     * Stores an element at a PE.
     *
     * @param row    its row
     * @param column its column
     * @param value  the value
     * @param pe     the other PE
     */
    public void p(int row, int column, long value, int pe) {
        context.p(array, at(row, column), value, pe);
    }

    /**
     * {@return an element of a PE}
     *
     * @param row    its row
     * @param column its column
     * @param pe     the other PE
     */
    public long g(int row, int column, int pe) {
        return context.g(array, at(row, column), pe);
    }

    /**
     * Copies a whole row to a PE.
     *
     * @param row         its row
     * @param source      the elements, row after row
     * @param sourceIndex its first element
     * @param pe          the other PE
     */
    public void putRow(int row, long[] source, int sourceIndex, int pe) {
        context.put(array, at(row, 0, 1, columns), source, sourceIndex, columns, pe);
    }

    /**
     * Copies a whole row from a PE.
     *
     * @param dest      the array that receives the elements, row after row
     * @param destIndex its first element
     * @param row       its row
     * @param pe        the other PE
     */
    public void getRow(long[] dest, int destIndex, int row, int pe) {
        context.get(dest, destIndex, array, at(row, 0, 1, columns), columns, pe);
    }

    /**
     * Copies a block to a PE.
     *
     * @param row          its first row
     * @param column       its first column
     * @param source       the elements, row after row
     * @param sourceIndex  its first element
     * @param blockRows    number of rows
     * @param blockColumns number of columns
     * @param pe           the other PE
     */
    public void putBlock(int row, int column, long[] source, int sourceIndex, int blockRows, int blockColumns,
        int pe) {
        long to = at(row, column, blockRows, blockColumns);
        context.ibput(array, to, source, sourceIndex, Math.max(columns, 1), Math.max(blockColumns, 1), blockColumns,
            blockRows, pe);
    }

    /**
     * Copies a block of this PE's own copy of an array, this one or another, to a PE.
     *
     * @param row          its first row there
     * @param column       its first column there
     * @param source       the array
     * @param sourceRow    its first row
     * @param sourceColumn its first column
     * @param blockRows    number of rows
     * @param blockColumns number of columns
     * @param pe           the other PE
     */
    public void putBlock(int row, int column, SymmetricLongs2D source, int sourceRow, int sourceColumn,
        int blockRows, int blockColumns, int pe) {
        long to = at(row, column, blockRows, blockColumns);
        long from = Fault.required(source, "source").at(sourceRow, sourceColumn, blockRows, blockColumns);
        context.ibput(array, to, source.array, from, Math.max(columns, 1), Math.max(source.columns, 1), blockColumns,
            blockRows, pe);
    }

    /**
     * Copies a block from a PE.
     *
     * @param dest         the array that receives the elements, row after row
     * @param destIndex    its first element
     * @param row          its first row
     * @param column       its first column
     * @param blockRows    number of rows
     * @param blockColumns number of columns
     * @param pe           the other PE
     */
    public void getBlock(long[] dest, int destIndex, int row, int column, int blockRows, int blockColumns, int pe) {
        long from = at(row, column, blockRows, blockColumns);
        context.ibget(dest, destIndex, array, from, Math.max(blockColumns, 1), Math.max(columns, 1), blockColumns,
            blockRows, pe);
    }

    @Override
    void copy(int row, int column, int blockRows, int blockColumns, int toRow, int toColumn, int pe) {
        putBlock(toRow, toColumn, this, row, column, blockRows, blockColumns, pe);
    }
}

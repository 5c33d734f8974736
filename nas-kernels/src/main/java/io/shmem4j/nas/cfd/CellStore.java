// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;

/**
 * Addresses of a PE's cells in one symmetric array, at the same offsets on all PEs. A cell has unknowns, right-hand
 * side and forcing.
 */
public final class CellStore {
    /** Regions of a cell. */
    private static final int UNKNOWNS = 0;
    private static final int RHS = 1;
    private static final int FORCING = 2;
    private static final int REGIONS = 3;

    final SymmetricDoubles array;
    public final Workspace workspace;
    public final FlowLayout layout;
    /** Bytes of a region. */
    final long field;
    private final long fields;
    private final int cells;

    CellStore(KernelHeap heap, CellGrid grid, FlowLayout layout, long more) {
        this.layout = layout;
        cells = grid.p;
        field = field(layout);
        array = heap.doubles(bytes(grid, layout, more) / Double.BYTES, FlowLayout.CACHE_LINE, "cells");
        workspace = new Workspace(array.local());
        // Tiles read up to a plane beyond the last region.
        fields = workspace.piece(REGIONS * cells * field + layout.plane);
    }

    static long bytes(CellGrid grid, FlowLayout layout, long more) {
        return REGIONS * grid.p * field(layout) + layout.plane + PlaneRhs.bytes(layout) + more
            + 16L * FlowLayout.CACHE_LINE;
    }

    static long field(FlowLayout layout) {
        return (long) layout.lines * layout.plane;
    }

    long index(long address) {
        return (address - array.local().address()) / Double.BYTES;
    }

    public long u(int cell) {
        return fields + ((long) UNKNOWNS * cells + cell) * field;
    }

    public long rhs(int cell) {
        return fields + ((long) RHS * cells + cell) * field;
    }

    public long forcing(int cell) {
        return fields + ((long) FORCING * cells + cell) * field;
    }

    /** {@return addresses of a cell's lines along y or z, starting one row before the interior} */
    long[] lines(int direction, FlowLayout.Box interior, long from) {
        long[] table = new long[interior.points(direction) + 2];
        for (int row = 0; row < table.length; row++) {
            table[row] = from + (interior.first(direction) - 1 + row) * layout.step(direction);
        }
        return table;
    }

    long[] planes(int cell) {
        long[] table = new long[layout.lines];
        for (int k = 0; k < layout.lines; k++) {
            table[k] = u(cell) + (long) k * layout.plane;
        }
        return table;
    }
}

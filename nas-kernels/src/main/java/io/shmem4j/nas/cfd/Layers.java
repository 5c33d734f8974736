// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.RawMemory;

/** Layers of a PE's points that are a neighbour's ghosts, copied in runs along x. */
final class Layers {
    private final FlowLayout layout;
    /** Points of a run, runs of a plane for each unknown, and planes. */
    private int points;
    private int lines;
    private int planes;
    /** Offsets of the first point: on its owner, and as a ghost. */
    private long inside;
    private long ghosts;

    Layers(FlowLayout layout) {
        this.layout = layout;
    }

    /** Selects the layers between two cells; the side is that of the owner, seen from the cell with the ghosts. */
    void between(int direction, int side, CellGrid grid, int cell, int slice) {
        int[] from = new int[FlowConstants.DIRECTIONS];
        int[] to = new int[FlowConstants.DIRECTIONS];
        int[] count = new int[FlowConstants.DIRECTIONS];
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            from[d] = grid.margin(d);
            to[d] = from[d];
            count[d] = grid.size(grid.slice(d, cell));
        }
        count[direction] = FlowLayout.GHOSTS;
        if (side == CellGrid.LOW) {
            from[direction] += grid.size(slice - 1) - FlowLayout.GHOSTS;
            to[direction] -= FlowLayout.GHOSTS;
        } else {
            to[direction] += grid.size(slice);
        }
        select(from, to, count);
    }

    /** Selects layers by the first point on the owner, the first ghost, and their extent. */
    void select(int[] first, int[] ghost, int[] count) {
        points = count[0];
        lines = count[1];
        planes = count[2];
        inside = distance(first);
        ghosts = distance(ghost);
    }

    private long distance(int[] point) {
        return (long) point[2] * layout.plane + (long) point[1] * layout.line + 8L * point[0];
    }

    /** {@return bytes of the packed layers} */
    long bytes() {
        return 8L * points * lines * planes * FlowConstants.UNKNOWNS;
    }

    /** Declares one gather or spread of the layers. */
    void declare(FlowWork work) {
        work.move(lines * planes * FlowConstants.UNKNOWNS, 8L * points);
    }

    /** Packs a cell's layers, or unpacks them into the ghosts of a cell. */
    void move(boolean gather, long cell, long packed) {
        long at = packed;
        for (int k = 0; k < planes; k++) {
            for (int j = 0; j < lines; j++) {
                long line = cell + (gather ? inside : ghosts) + (long) k * layout.plane + (long) j * layout.line;
                for (int m = 0; m < FlowConstants.UNKNOWNS; m++, at += 8L * points) {
                    long row = line + (long) m * layout.pitch;
                    RawMemory.move(gather ? row : at, gather ? at : row, 8L * points);
                }
            }
        }
    }
}

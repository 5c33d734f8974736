// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

/**
 * How a grid is cut into blocks, one for each PE; x first.
 *
 * @param py along y; one only if there is one along x
 */
record Blocks(int px, int py, int pz) {
    /** {@return the blocks of a number of PEs, all planes for each} */
    static Blocks planes(int pes) {
        return new Blocks(1, 1, pes);
    }

    /** {@return the cut of the published codes for a power of two: along x a third of the halvings, the rest shared} */
    static Blocks cubes(int pes) {
        int halvings = Integer.numberOfTrailingZeros(pes);
        int x = halvings / 3;
        int y = (halvings - x) / 2;
        return new Blocks(1 << x, 1 << y, 1 << halvings - x - y);
    }

    int count() {
        return px * py * pz;
    }

    /** {@return the first axis that is cut}; those behind it are cut, too */
    int firstCut() {
        return px > 1 ? 0 : py > 1 ? 1 : 2;
    }

    int parts(int axis) {
        return axis == 0 ? px : axis == 1 ? py : pz;
    }

    /** {@return which part along an axis a PE has}; behind the last where there are more PEs than blocks */
    int part(int axis, int pe) {
        return axis == 0 ? pe % px : axis == 1 ? pe / px % py : pe / (px * py);
    }

    /** {@return the PE a number of parts further along a periodic axis} */
    int neighbour(int axis, int pe, int distance) {
        int step = axis == 0 ? 1 : axis == 1 ? px : px * py;
        int part = part(axis, pe);
        return pe + (Math.floorMod(part + distance, parts(axis)) - part) * step;
    }
}

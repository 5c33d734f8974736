// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

/**
 * A division of a grid into blocks, one per PE; x first.
 *
 * @param py along y; 1 unless x is cut
 */
record Blocks(int px, int py, int pz) {
    /** {@return slabs of planes for a number of PEs} */
    static Blocks planes(int pes) {
        return new Blocks(1, 1, pes);
    }

    /** {@return the published codes' division for a power of two: a third of the halvings along x, the rest shared} */
    static Blocks cubes(int pes) {
        int halvings = Integer.numberOfTrailingZeros(pes);
        int x = halvings / 3;
        int y = (halvings - x) / 2;
        return new Blocks(1 << x, 1 << y, 1 << halvings - x - y);
    }

    int count() {
        return px * py * pz;
    }

    /** {@return the first axis that is cut}; later ones are cut, too */
    int firstCut() {
        return px > 1 ? 0 : py > 1 ? 1 : 2;
    }

    int parts(int axis) {
        return axis == 0 ? px : axis == 1 ? py : pz;
    }

    /** {@return a PE's part along an axis}; beyond the last for surplus PEs */
    int part(int axis, int pe) {
        return axis == 0 ? pe % px : axis == 1 ? pe / px % py : pe / (px * py);
    }

    /** {@return the PE at a distance along a periodic axis} */
    int neighbour(int axis, int pe, int distance) {
        int step = axis == 0 ? 1 : axis == 1 ? px : px * py;
        int part = part(axis, pe);
        return pe + (Math.floorMod(part + distance, parts(axis)) - part) * step;
    }
}

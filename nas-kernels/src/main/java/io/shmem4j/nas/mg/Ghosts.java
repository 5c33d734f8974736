// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Transfer;

/** Brings the points of neighbours next to a PE's own. */
interface Ghosts {
    /** {@return those of a transfer}; collective */
    static Ghosts of(Shmem shmem, Transfer transfer, Blocks blocks, int size) {
        return transfer == Transfer.PUTGET ? new GhostFaces(shmem, blocks, size)
            : new GhostPlanes(shmem, blocks.pz(), size);
    }

    /**
     * {@return bytes of symmetric heap}
     *
     * @param size numbers of the largest face
     */
    static long bytes(Transfer transfer, Blocks blocks, int size) {
        return transfer == Transfer.PUTGET ? GhostFaces.bytes(blocks, size) : GhostPlanes.bytes(size);
    }

    /** Exchanges points of an array of a grid; all PEs exchange the same grids in the same order. */
    void exchange(GridLevel grid, double[] f);

    /** Gives the symmetric memory back; collective. */
    void free();
}

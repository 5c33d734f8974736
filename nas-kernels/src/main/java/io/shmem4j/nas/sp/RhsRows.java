// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import java.lang.foreign.MemorySegment;

/** The loops along x that make up the right-hand side, a row at a time. Positions are in bytes. */
abstract class RhsRows {
    /**
     * Reads the unknowns of a line, and derives what the scheme needs of them.
     *
     * @param source where the unknowns are
     * @param offset position of the line there
     * @param memory the working memory
     * @param to     position of the line's group
     */
    abstract void derive(MemorySegment source, long offset, MemorySegment memory, long to, SpLayout layout);

    /**
     * Begins a row of the right-hand side: forcing, convection, second difference and dissipation of an unknown.
     *
     * @param unknown which, from 0
     */
    abstract void advect(MemorySegment memory, RhsRow row, int unknown, SpLayout layout, SpConstants c);

    /** Adds viscosity and pressure to the three momenta. */
    abstract void addStress(MemorySegment memory, RhsRow row, SpLayout layout, SpConstants c);

    /** Adds conduction, dissipation and the work of pressure to the energy. */
    abstract void addHeat(MemorySegment memory, RhsRow row, SpLayout layout, SpConstants c);

    /** Clears a line outside of the interior and takes it to characteristic variables, txinvr. */
    abstract void txinvr(MemorySegment memory, RhsRow row, SpLayout layout);
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.VectorApi;

/**
 * The loops along x that make up the right-hand side, a row at a time.
 *
 * <p>A row is made by several: what one needs fits the registers, and compilers fail on methods that are much larger.
 */
abstract class RhsRows {
    /** The loops in force: with the Vector API where the JVM has its module, else number by number. */
    static final RhsRows FASTEST = VectorApi.THERE ? new VectorRhsRows() : new ScalarRhsRows();

    /**
     * Derives from the unknowns of a line what the scheme needs.
     *
     * @param from the line's unknowns
     * @param to   the line's derived numbers
     */
    abstract void derive(long from, long to, FlowLayout layout);

    /**
     * Begins a row of the right-hand side: forcing, and convection, second difference and dissipation. What weighs the
     * points around is the same for all five unknowns.
     */
    abstract void advect(RhsRow row, FlowLayout layout, FlowConstants c);

    /**
     * Adds viscosity and pressure to the momenta, and conduction, dissipation and the work of pressure to the energy.
     */
    abstract void addStress(RhsRow row, FlowLayout layout, FlowConstants c);

    /** Takes a line of the right-hand side to characteristic variables, txinvr; clears what is not inside. */
    abstract void txinvr(RhsRow row, FlowLayout layout);
}

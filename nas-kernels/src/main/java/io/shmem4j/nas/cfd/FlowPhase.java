// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/** The parts of a time step that are timed. */
public enum FlowPhase {
    /** Right-hand side, and txinvr. */
    RHS,
    /** Solution along x, and ninvr. */
    X_SOLVE,
    /** Solution along y, and pinvr. */
    Y_SOLVE,
    /** Solution along z, tzetar and add. */
    Z_SOLVE,
    /** Moving data of other PEs and waiting for them. */
    EXCHANGE;

    /** The solutions by direction. */
    public static final FlowPhase[] SOLVES = {X_SOLVE, Y_SOLVE, Z_SOLVE};
}

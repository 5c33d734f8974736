// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** Timed phases; each kernel uses a subset. */
public enum Phase {
    /** BT, SP and LU: right-hand side, solves, sweeps, update. */
    RHS,
    X_SOLVE,
    Y_SOLVE,
    Z_SOLVE,
    LOWER,
    UPPER,
    UPDATE,
    /** CG: matrix-vector product, vector sums. */
    PRODUCT,
    VECTORS,
    /** DT: producing and combining streams, and waiting for them. */
    NODES,
    IDLE,
    /** EP. */
    PAIRS,
    /** FT: initial state, transforms in planes and across them. */
    SETUP,
    PLANES,
    LINES,
    /** IS; its reduction also deals the buckets. */
    COUNT,
    GROUP,
    EXCHANGE_COUNTS,
    MOVE_KEYS,
    RANK,
    /** MG. */
    RESIDUAL,
    SMOOTHER,
    RESTRICTION,
    INTERPOLATION,
    /** Moving data and waiting for it. */
    EXCHANGE,
    /** Sums over all PEs. */
    REDUCTION
}

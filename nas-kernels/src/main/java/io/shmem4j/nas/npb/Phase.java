// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** The parts of kernels that are timed; each kernel has some of them. */
public enum Phase {
    /** BT, SP and LU: right-hand sides, solutions by direction, sweeps, and the addition of these to the state. */
    RHS,
    X_SOLVE,
    Y_SOLVE,
    Z_SOLVE,
    LOWER,
    UPPER,
    UPDATE,
    /** CG: the matrix times a vector, and sums of vectors. */
    PRODUCT,
    VECTORS,
    /** DT: making feature vectors, combining and summing them, and waiting for PEs that still do. */
    NODES,
    IDLE,
    /** EP. */
    PAIRS,
    /** FT: the first state, and transforms in planes and along lines through all of them. */
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
    /** Getting what other PEs have, and waiting for them. */
    EXCHANGE,
    /** Sums over all PEs. */
    REDUCTION
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** The parts of kernels that are timed; each kernel has some of them. */
public enum Phase {
    /** Of BT, SP and LU: right-hand sides, solutions by direction, sweeps, and what they add to the state. */
    RHS,
    X_SOLVE,
    Y_SOLVE,
    Z_SOLVE,
    LOWER,
    UPPER,
    UPDATE,
    /** Of CG: the matrix times a vector, and sums of vectors. */
    PRODUCT,
    VECTORS,
    /** Of DT: making feature vectors, combining and summing them. */
    NODES,
    /** Of EP. */
    PAIRS,
    /** Of FT: the first state, and transforms in planes and along lines through all of them. */
    SETUP,
    PLANES,
    LINES,
    /** Of IS; its reduction also deals the buckets. */
    COUNT,
    GROUP,
    EXCHANGE_COUNTS,
    MOVE_KEYS,
    RANK,
    /** Of MG. */
    RESIDUAL,
    SMOOTHER,
    RESTRICTION,
    INTERPOLATION,
    /** Getting what other PEs have, and waiting for them. */
    EXCHANGE,
    /** Sums over all PEs. */
    REDUCTION
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cg;

/** The parts of an iteration that are timed. */
enum CgPhase {
    /** The matrix by a vector. */
    PRODUCT,
    /** Updates of vectors. */
    VECTORS,
    /** Getting the other PEs' parts of a vector. */
    EXCHANGE,
    /** Sums over all PEs. */
    REDUCTION
}

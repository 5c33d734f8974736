// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

/** The parts of a V-cycle that are timed. */
enum MgPhase {
    /** Residuals. */
    RESIDUAL,
    /** The smoother. */
    SMOOTHER,
    /** To the next coarser grid. */
    RESTRICTION,
    /** To the next finer grid. */
    INTERPOLATION,
    /** Getting the neighbours' planes, and coarse grids whole. */
    EXCHANGE,
    /** The norms. */
    REDUCTION
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/** The parts of the benchmark that are timed. */
enum FtPhase {
    /** The first state. */
    SETUP,
    /** Transforms along x and y. */
    PLANES,
    /** Evolution and transforms along z. */
    LINES,
    /** Moving the grid. */
    EXCHANGE,
    /** Checksums. */
    REDUCTION
}

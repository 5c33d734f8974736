// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

/** The parts of the benchmark that are timed. */
enum EpPhase {
    /** Making and counting pairs. */
    PAIRS,
    /** The sums over all PEs. */
    REDUCTION
}

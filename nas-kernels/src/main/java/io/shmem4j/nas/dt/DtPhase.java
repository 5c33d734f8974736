// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.dt;

/** The parts of the benchmark that are timed. */
enum DtPhase {
    /** Making feature vectors, combining and summing them. */
    NODES,
    /** Sending arrays, and waiting for them. */
    EXCHANGE,
    /** The sum of all sinks. */
    REDUCTION
}

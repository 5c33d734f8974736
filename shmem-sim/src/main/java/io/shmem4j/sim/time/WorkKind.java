// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.time;

/** Kinds of local work that {@link VirtualTime#work} converts to virtual time. */
public enum WorkKind {
    /** Scalar operations. */
    SCALAR,
    /** Vector instructions. */
    VECTOR,
    /** Bytes that are streamed through memory in order. */
    STREAM_BYTES,
    /** Accesses to random addresses. */
    RANDOM_ACCESS,
    /** Numbers that a library's own reduction combines; the simulated library's profile has the time per number. */
    REDUCED_NUMBERS
}

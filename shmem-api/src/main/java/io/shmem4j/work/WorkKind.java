// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.work;

/** Kinds of local work that a program declares; simulated machines turn it into virtual time. */
public enum WorkKind {
    /** Scalar operations. */
    SCALAR,
    /** Vector instructions. */
    VECTOR,
    /** Bytes streamed through memory in order. */
    STREAM_BYTES,
    /** Accesses to unpredictable places. */
    RANDOM_ACCESS,
    /** Numbers that a library's own reduction has combined; the simulated library's profile has the time of each. */
    REDUCED_NUMBERS
}

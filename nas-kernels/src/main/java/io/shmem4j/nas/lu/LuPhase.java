// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

/** The parts of a step that are timed. */
enum LuPhase {
    /** Right-hand side. */
    RHS,
    /** The sweep to the highest corner. */
    LOWER,
    /** The sweep back. */
    UPPER,
    /** Adding the result to the unknowns. */
    UPDATE,
    /** Moving lines of other PEs and waiting for them. */
    EXCHANGE
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** What an atomic operation does with a word. */
public enum Update {
    /** Adds a value. */
    ADD,
    /** Keeps the bits of a mask. */
    AND,
    /** Sets the bits of a mask. */
    OR,
    /** Flips the bits of a mask. */
    XOR,
    /** Replaces it by a value. */
    SWAP,
    /** Replaces it by a value if it has an expected value. */
    COMPARE_SWAP
}

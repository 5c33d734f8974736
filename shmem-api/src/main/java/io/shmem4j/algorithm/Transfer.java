// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How a collective's data move; the names are the values of {@code SHMEM_REDUCE_TRANSFER}. */
public enum Transfer {
    /** Put and get move operands into buffers, which the operators read. */
    PUTGET,
    /** The operators access the members' memory directly, as through {@code ptr}. */
    DIRECT
}

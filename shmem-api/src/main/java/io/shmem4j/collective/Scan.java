// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Kernel;

/** An algorithm that combines over the members up to each. */
interface Scan {
    /**
     * Scans.
     *
     * @param team      this member
     * @param kernel    the operator on the type
     * @param dest      offset of the result, may be the source
     * @param source    offset of the operands
     * @param bytes     length, at least one element
     * @param inclusive whether a member's own operands count
     */
    void scan(Member team, Kernel kernel, long dest, long source, long bytes, boolean inclusive);
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Kernel;

/** An algorithm that reduces over a group and gives every member the result. */
interface Reduction {
    /**
     * Reduces.
     *
     * @param team   the group's collectives
     * @param kernel the operator on the type
     * @param dest   offset of the result, may be the source
     * @param source offset of the operands
     * @param bytes  length, at least one element
     */
    void reduce(Collectives team, Kernel kernel, long dest, long source, long bytes);
}

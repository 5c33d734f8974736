// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

/** An algorithm by which every member sends a block to every other. */
interface Exchange {
    /**
     * Exchanges blocks.
     *
     * @param team   this member
     * @param dest   offset of the blocks received
     * @param source offset of the blocks sent
     * @param bytes  length of a block, at least 1
     */
    void alltoall(Member team, long dest, long source, long bytes);

    /**
     * Exchanges blocks whose elements are apart.
     *
     * @param team         this member
     * @param dest         offset of the elements received
     * @param destStride   bytes from one to the next
     * @param source       offset of the elements sent
     * @param sourceStride bytes from one to the next
     * @param elementBytes bytes of an element
     * @param count        elements of a block, at least 1
     */
    void alltoalls(Member team, long dest, long destStride, long source, long sourceStride, int elementBytes,
        long count);
}

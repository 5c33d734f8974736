// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How alltoall and alltoalls work; the names are the values of {@code SHMEM_ALLTOALL_ALGORITHM}. */
public enum AlltoallAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /**
     * Each block goes straight from its sender to its receiver; each member waits for all, not for particular members.
     */
    DIRECT,
    /** Each member reads its block from each other member once that one has arrived; its right neighbour is first. */
    RING,
    /** Bruck: blocks travel together over distances 1, 2, 4 ... to their receivers. */
    BRUCK
}

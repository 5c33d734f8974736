// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How alltoall and alltoalls work; the names are the values of {@code SHMEM_ALLTOALL_ALGORITHM}. */
public enum AlltoallAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /** Each block goes straight from its sender to its receiver; members wait for all, not for each other. */
    DIRECT,
    /**
     * Each member reads its block from each other member once that member has arrived, starting with its right
     * neighbour.
     */
    RING,
    /** Bruck: blocks travel together over distances 1, 2, 4 ... towards their receivers. */
    BRUCK
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How collect and fcollect work; the names are the values of {@code SHMEM_COLLECT_ALGORITHM}. */
public enum CollectAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /** Each part goes straight from its member to every other. */
    DIRECT,
    /** Parts go around a ring, from neighbour to neighbour. */
    RING,
    /** Recursive doubling: pairs at distances 1, 2, 4 ... read the parts that the partner has so far. */
    RECDBL,
    /** Bruck: each member reads the parts that the members at distances 1, 2, 4 ... have so far. */
    BRUCK
}

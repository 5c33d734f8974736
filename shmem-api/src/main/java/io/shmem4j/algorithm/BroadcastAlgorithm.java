// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How a broadcast spreads; the names are the values of {@code SHMEM_BROADCAST_ALGORITHM}. */
public enum BroadcastAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /** All members read from the root. */
    FLAT,
    /** Down a binomial tree: a member that has the data serves one other member in each round. */
    BINOMIAL,
    /** Down a k-nomial tree with k = 3: a member that has the data serves two other members in each round. */
    KNOMIAL,
    /** Down a Fibonacci tree, the best one if forwarding costs half of the latency. */
    FIBONACCI,
    /** Down the tree whose numbers of children suit the machine best. */
    TREE,
    /** Slices: each member reads a different slice from the root, then the slices go around the ring of the members. */
    SLICES,
    /** Each member reads its own block from the root, then the other blocks from the members that have read them. */
    SCATTER,
    /** OC-Bcast: chunks through two buffers at each node of a tree with many children, which notify each other. */
    OCBCAST
}

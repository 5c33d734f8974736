// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How a broadcast spreads; the names are the values of {@code SHMEM_BROADCAST_ALGORITHM}. */
public enum BroadcastAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /** Everybody reads from the root. */
    FLAT,
    /** Down a binomial tree: who has the data serves one other in each round. */
    BINOMIAL,
    /** Down a k-nomial tree with k = 3: who has the data serves two others in each round. */
    KNOMIAL,
    /** Down a Fibonacci tree, the best one where passing on costs half of the latency. */
    FIBONACCI,
    /** Down a tree whose numbers of children are the best for the machine. */
    TREE,
    /** Slices: everybody reads another one from the root, then they go around the ring of the members. */
    SLICES,
    /** Everybody reads a block from the root, then the others' blocks from them. */
    SCATTER,
    /** OC-Bcast: chunks through two buffers of each node of a tree with many children, who notify each other. */
    OCBCAST
}

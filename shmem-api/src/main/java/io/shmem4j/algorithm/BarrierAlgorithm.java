// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How members wait for each other; the names are the values of {@code SHMEM_BARRIER_ALGORITHM}. */
public enum BarrierAlgorithm {
    /** The fastest by the table of measured costs, for the team and the load. */
    AUTO,
    /** All members add 1 to one counter; the last one releases all. */
    COUNTER,
    /** In each round every member signals some other members, at growing distances. */
    DISSEMINATION,
    /** Signals go up a tree and down again. */
    TREE
}

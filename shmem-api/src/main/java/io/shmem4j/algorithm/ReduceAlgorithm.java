// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How a reduction is computed; the names are the values of {@code SHMEM_REDUCE_ALGORITHM}. */
public enum ReduceAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /** One member combines all operands: the last to arrive for short operands, the first one for long ones. */
    FLAT,
    /** Recursive doubling: pairs at distances 1, 2, 4 ... combine their partial results. */
    RECDBL,
    /** Bruck's variant: each member gets the partial results of the members at distances 1, 2, 4 ... to its right. */
    BRUCK,
    /** Recursive halving of the operands, then recursive doubling of the result. */
    RABENSEIFNER,
    /** Up and down the tree whose numbers of children suit the machine best. */
    TREE,
    /** Blocks of equal size go around a ring twice: first to be combined, then to be distributed. */
    RING,
    /** Every member combines one block of all operands and stores it in every result. */
    BLOCKS
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.algorithm;

/** How scans work; the names are the values of {@code SHMEM_SCAN_ALGORITHM}. */
public enum ScanAlgorithm {
    /** The fastest by the table of measured costs, for the team, the length and the load. */
    AUTO,
    /** Each member combines the operands of all members before it. */
    FLAT,
    /** Recursive doubling: each member combines its partial result with that of the member 1, 2, 4 ... before it. */
    RECDBL,
    /** Results go from member to member, in pipelined segments. */
    RING
}

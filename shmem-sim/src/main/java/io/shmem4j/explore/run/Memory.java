// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/** The symmetric memory of all runs. */
public interface Memory {
    /** {@return bytes of each PE's heap} */
    long heapBytes();

    /** Fills all that a run has used with zeros. */
    void clear();
}

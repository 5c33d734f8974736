// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.tree;

/** What one stage of an algorithm costs, given how many partners each PE has in it. */
@FunctionalInterface
public interface StageCost {
    /**
     * {@return the time of one stage, positive, in any unit}
     *
     * @param partners children of a node in this level of a tree, or PEs signalled in this round
     */
    double of(int partners);
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.LevelTreeSolver;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.collective.tree.Tree;

/** The trees and patterns of a group, each found when it is first needed. */
final class Shapes {
    /** What a child costs its parent, against the latency of a level, where nobody has measured. */
    private static final double CHILD = 0.4;
    /** What a signal costs its sender and its receiver, against the latency of a round. */
    private static final double SIGNAL = 0.3;

    private final int size;
    private Tree reduction;

    Shapes(int size) {
        this.size = size;
    }

    /** {@return the tree of a reduction} */
    Tree reduction() {
        if (reduction == null) {
            reduction = LevelTree.build(size, LevelTreeSolver.solve(size, children -> 1 + CHILD * children));
        }
        return reduction;
    }

    /** {@return the pattern of a barrier} */
    Dissemination dissemination() {
        return Dissemination.cheapest(size, ways -> 1 + SIGNAL * ways, RoundRule.NEEDED);
    }
}

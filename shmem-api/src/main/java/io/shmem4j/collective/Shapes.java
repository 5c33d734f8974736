// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.LevelTreeSolver;
import io.shmem4j.collective.tree.Tree;

/** The trees of a group, each found when it is first needed. */
final class Shapes {
    /** What a child costs its parent, against the latency of a level, where nobody has measured. */
    private static final double CHILD = 0.4;

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
}

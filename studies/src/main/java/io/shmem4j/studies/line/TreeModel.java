// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.LevelTreeSolver;
import io.shmem4j.report.figure.Figure.Range;

/** A collective on a tree: its time is that of one PE's own access and of each level. */
abstract class TreeModel {
    private final double access;

    /**
     * Of one collective.
     *
     * @param access what a tree without levels takes
     */
    TreeModel(double access) {
        this.access = access;
    }

    /** {@return the time of a level} */
    abstract Range level(int children);

    /**
     * {@return the time of a tree}
     *
     * @param levels children per node, from the root down
     */
    public final Range time(int... levels) {
        Range sum = new Range(access, access);
        for (int children : levels) {
            sum = sum.plus(level(children));
        }
        return sum;
    }

    /** {@return the cheapest tree in the best case} */
    public final int[] bestTree(int pes) {
        return LevelTreeSolver.solve(pes, children -> level(children).min());
    }
}

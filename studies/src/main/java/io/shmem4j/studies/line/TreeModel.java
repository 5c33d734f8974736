// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.LevelTreeSolver;
import io.shmem4j.collective.team.Tree;
import io.shmem4j.report.Figure.Range;
import java.util.function.IntFunction;

/**
 * A collective on a tree given by the children per level, from the root down. Its time is a fixed access plus the times
 * of the levels.
 *
 * @param access time of a tree without levels
 * @param level time of a level, by its number of children
 */
public record TreeModel(double access, IntFunction<Range> level) {
    /**
     * {@return equations 10 and 11: a broadcast of one line down a tree, with acknowledgements up again}
     *
     * <p>Two repairs. Children per level do not increase downwards (the print says they do not decrease). The worst
     * case of the way down is a single sum over levels; the printed nested sum contradicts the published trees. Where
     * memory is slower than two transfers between caches, the printed best and worst case swap.
     */
    public static TreeModel broadcast(ModelCosts costs) {
        return new TreeModel(costs.memory(), children -> {
            double copy = costs.contended(children);
            Range forward = Range.between(costs.memory() + 2 * costs.local(), 2 * (costs.remote() + copy));
            return forward.plus(new Range(copy, copy)).plus(costs.notification(children + 1));
        });
    }

    /**
     * {@return equations 17 and 18: a reduction of one item up a tree, with one buffer per child at each parent}
     *
     * <p>Repaired: the parent's pass over its k buffers costs o k. The whole multi-line fit contradicts the published
     * trees.
     */
    public static TreeModel reduction(ModelCosts costs) {
        return new TreeModel(costs.remote(), children -> {
            double once = costs.memory() + costs.local() + costs.cached().o() * children;
            double interfered = costs.contended(children) + (1 + children) * costs.remote();
            return new Range(once + interfered, once + 2 * interfered);
        });
    }

    public Range time(int... levels) {
        Range sum = new Range(access, access);
        for (int children : levels) {
            sum = sum.plus(level.apply(children));
        }
        return sum;
    }

    /** {@return the cheapest levels in the best case} */
    public int[] best(int pes) {
        return LevelTreeSolver.solve(pes, children -> level.apply(children).min());
    }

    public Tree bestTree(int pes) {
        return Tree.ofLevels(pes, best(pes));
    }
}

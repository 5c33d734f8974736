// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.collective.team.Dissemination.StageCost;
import java.util.Arrays;

/**
 * Finds the cheapest tree in which all nodes of a level have the same number of children.
 *
 * <p>A tree is the list k_1 >= k_2 >= ... >= k_d of children per node and level. It reaches 1 + k_1 + k_1 k_2 + ...
 * nodes and costs the sum of its levels. The search visits the lists in lexicographic order and keeps the first of
 * equals, so the answer is unique.
 */
public final class LevelTreeSolver {
    /** Relative difference below which costs are equal, as sums of the same terms in another order are. */
    private static final double TIE = 1e-9;

    private final int nodes;
    private final double[] costs;
    private final int[] levels;
    private int[] best = {};
    private double bestCost = Double.POSITIVE_INFINITY;

    private LevelTreeSolver(int nodes, StageCost level) {
        this.nodes = nodes;
        this.costs = new double[nodes];
        this.levels = new int[nodes];
        for (int children = 1; children < nodes; children++) {
            costs[children] = level.of(children);
            if (!(costs[children] > 0)) {
                throw new IllegalArgumentException("a level with " + children + " children costs " + costs[children]
                    + ", which is not positive");
            }
        }
    }

    /** {@return children per node, level by level from the root, of a tree with this many nodes; empty for one node} */
    public static int[] solve(int nodes, StageCost level) {
        if (nodes < 1) {
            throw new IllegalArgumentException("a tree has at least one node, not " + nodes);
        }
        if (nodes == 1) {
            return new int[0];
        }
        LevelTreeSolver solver = new LevelTreeSolver(nodes, level);
        solver.extend(0, nodes - 1, 1, 1, 0);
        return solver.best;
    }

    private void extend(int depth, int most, long reached, long width, double cost) {
        for (int children = 1; children <= most; children++) {
            double sum = cost + costs[children];
            if (sum >= bestCost * (1 - TIE)) {
                continue;
            }
            levels[depth] = children;
            long newWidth = width * children;
            if (reached + newWidth >= nodes) {
                bestCost = sum;
                best = Arrays.copyOf(levels, depth + 1);
            } else {
                extend(depth + 1, children, reached + newWidth, newWidth, sum);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Dissemination.RoundRule;
import java.util.HashMap;
import java.util.Map;

/**
 * The trees and patterns of a group, each computed at its first use.
 *
 * <p>Computing the tree of a reduction takes a while in interpreted code, so the PEs of a process share one per size.
 */
public final class Shapes {
    private static final int KNOMIAL = 3;
    private static final double FIBONACCI = 0.5;
    private static final Map<Integer, KnownTree> FOUND = new HashMap<>();

    private final int size;
    private final Choices choices;
    private Tree reduction;
    private final Tree[] broadcasts = new Tree[BroadcastAlgorithm.values().length];

    private record KnownTree(CostSection costs, int sharing, Tree tree) {
    }

    public Shapes(int size, Choices choices) {
        this.size = size;
        this.choices = choices;
    }

    public Tree reduction() {
        if (reduction == null) {
            reduction = find(size, choices.section(Operation.BARRIER), choices.sharing());
        }
        return reduction;
    }

    private static synchronized Tree find(int size, CostSection costs, int sharing) {
        KnownTree found = FOUND.get(size);
        if (found == null || found.costs != costs || found.sharing != sharing) {
            found = new KnownTree(costs, sharing,
                Tree.ofLevels(size, LevelTreeSolver.solve(size, children -> costs.level(children, sharing))));
            FOUND.put(size, found);
        }
        return found.tree;
    }

    /** {@return the tree of a broadcast, with the root as node 0} */
    public Tree broadcast(BroadcastAlgorithm algorithm) {
        Tree tree = broadcasts[algorithm.ordinal()];
        if (tree == null) {
            tree = switch (algorithm) {
                case BINOMIAL -> Tree.knomial(size, 2);
                case KNOMIAL -> Tree.knomial(size, KNOMIAL);
                case FIBONACCI -> Tree.fibonacci(size, FIBONACCI);
                case TREE -> reduction();
                default -> throw new IllegalArgumentException(algorithm + " uses no tree");
            };
            broadcasts[algorithm.ordinal()] = tree;
        }
        return tree;
    }

    public Dissemination dissemination() {
        return Dissemination.cheapest(size, choices.section(Operation.BARRIER)::round, RoundRule.NEEDED);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.knc.model;

import io.shmem4j.collective.tree.LevelTreeSolver;
import io.shmem4j.sim.experiment.Range;

/**
 * Equations 10 and 11: a broadcast of one line down a tree, and the acknowledgements up again.
 *
 * <p>Repaired: children per level do not increase downwards (the print says they do not decrease), and the worst case
 * of the way down is a single sum over levels; the nested one that is printed contradicts the published trees.
 */
public final class BroadcastModel {
    private final ModelCosts costs;

    /**
     * Models one machine.
     *
     * @param costs the machine's
     */
    public BroadcastModel(ModelCosts costs) {
        this.costs = costs;
    }

    /**
     * {@return the time of a tree}
     *
     * @param levels children per node, from the root down
     */
    public Range time(int... levels) {
        Range sum = new Range(costs.memory(), costs.memory());
        for (int children : levels) {
            sum = sum.plus(level(children));
        }
        return sum;
    }

    /**
     * {@return the cheapest tree in the best case}
     *
     * @param pes number of PEs
     */
    public int[] bestTree(int pes) {
        return LevelTreeSolver.solve(pes, children -> level(children).min());
    }

    private Range level(int children) {
        double copy = costs.contended(children);
        Range forward = new Range(costs.memory() + 2 * costs.local(), 2 * (costs.remote() + copy));
        return forward.plus(new Range(copy, copy)).plus(NotificationModel.of(costs, children + 1));
    }
}

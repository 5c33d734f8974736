// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.figure.Figure.Range;

/**
 * Equations 10 and 11: a broadcast of one line down a tree, and the acknowledgements up again.
 *
 * <p>Repaired: children per level do not increase downwards (the print says they do not decrease), and the worst case
 * of the way down is a single sum over levels; the nested one that is printed contradicts the published trees.
 */
public final class BroadcastModel extends TreeModel {
    private final ModelCosts costs;

    public BroadcastModel(ModelCosts costs) {
        super(costs.memory());
        this.costs = costs;
    }

    @Override
    Range level(int children) {
        double copy = costs.contended(children);
        Range forward = new Range(costs.memory() + 2 * costs.local(), 2 * (costs.remote() + copy));
        return forward.plus(new Range(copy, copy)).plus(NotificationModel.of(costs, children + 1));
    }
}

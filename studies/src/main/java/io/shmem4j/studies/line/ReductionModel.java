// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.figure.Figure.Range;

/**
 * Equations 17 and 18: a reduction of one item up a tree, each parent with one buffer per child.
 *
 * <p>Repaired: the parent's pass over its k buffers costs o k; the whole multi-line fit contradicts the published
 * trees.
 */
public final class ReductionModel extends TreeModel {
    private final ModelCosts costs;

    public ReductionModel(ModelCosts costs) {
        super(costs.remote());
        this.costs = costs;
    }

    @Override
    Range level(int children) {
        double once = costs.memory() + costs.local() + costs.cached().o() * children;
        double interfered = costs.contended(children) + (1 + children) * costs.remote();
        return new Range(once + interfered, once + 2 * interfered);
    }
}

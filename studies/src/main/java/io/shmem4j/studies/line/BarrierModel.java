// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.report.figure.Figure.Range;

/**
 * Equations 15 and 16: a barrier by m-way dissemination over one notification line per PE.
 *
 * <p>The published m minimise the formula only with r = ceil(log_m n) rounds, although ceil(log_{m+1} n) suffice; the
 * rule is a parameter, and the published results are compared under {@link RoundRule#PUBLISHED}.
 */
public final class BarrierModel {
    private final ModelCosts costs;

    public BarrierModel(ModelCosts costs) {
        this.costs = costs;
    }

    /** {@return the time of a barrier} */
    public Range time(Dissemination dissemination) {
        int m = dissemination.ways();
        double min = costs.local() + (m + 1) * costs.remote();
        double max = (1 + 4 * m + 2 * m + 1) * costs.remote();
        return new Range(dissemination.rounds() * min, dissemination.rounds() * max);
    }

    /**
     * {@return the cheapest pattern in the best case}
     *
     * @param rule how rounds are counted
     */
    public Dissemination best(int pes, RoundRule rule) {
        return Dissemination.cheapest(pes, m -> costs.local() + (m + 1) * costs.remote(), rule);
    }
}

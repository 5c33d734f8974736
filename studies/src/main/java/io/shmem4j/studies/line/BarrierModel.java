// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.report.figure.Figure.Range;

/**
 * Equations 15 and 16: a barrier by m-way dissemination over one notification line per PE.
 *
 * <p>The published m minimise the formula only with r = ceil(log_m n) rounds, although ceil(log_{m+1} n) suffice; so
 * rounds are counted by {@link RoundRule#PUBLISHED}.
 */
public record BarrierModel(ModelCosts costs) {
    public Range time(Dissemination dissemination) {
        int m = dissemination.ways();
        double max = (1 + 4 * m + 2 * m + 1) * costs.remote();
        return new Range(dissemination.rounds() * least(m), dissemination.rounds() * max);
    }

    /** {@return the time of a round in the best case} */
    private double least(int ways) {
        return costs.local() + (ways + 1) * costs.remote();
    }

    /** {@return the cheapest pattern in the best case} */
    public Dissemination best(int pes) {
        return Dissemination.cheapest(pes, this::least, RoundRule.PUBLISHED);
    }
}

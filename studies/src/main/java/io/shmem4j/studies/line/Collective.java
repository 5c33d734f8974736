// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Dissemination;
import io.shmem4j.collective.team.Tree;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** The collectives of one line: their models, the algorithms in the form that is cheapest by the model, and rivals. */
public enum Collective {
    /** All PEs signal one that they are done (section 4.1.1). */
    NOTIFICATION,
    /** Down a tree (section 4.1.2). */
    BROADCAST,
    /** Dissemination (section 4.2). */
    BARRIER,
    /** Up a tree (section 4.3). */
    REDUCTION;

    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return best and worst case of the cheapest form} */
    public Range model(ModelCosts costs, int pes) {
        return switch (this) {
            case NOTIFICATION -> costs.notification(pes);
            case BARRIER -> costs.barrier(costs.bestBarrier(pes));
            case BROADCAST, REDUCTION -> tree(costs).time(tree(costs).best(pes));
        };
    }

    /** {@return the cheapest form as text: children by level, or ways and rounds} */
    public String shape(ModelCosts costs, int pes) {
        Dissemination pattern = costs.bestBarrier(pes);
        return this == BARRIER ? "m=" + pattern.ways() + " r=" + pattern.rounds()
            : Arrays.stream(tree(costs).best(pes)).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private TreeModel tree(ModelCosts costs) {
        return this == BROADCAST ? TreeModel.broadcast(costs) : TreeModel.reduction(costs);
    }

    /** {@return the cheapest form, by the first line of a block} */
    public LongFunction<LineAlgorithm> best(ModelCosts costs, int pes) {
        switch (this) {
            case NOTIFICATION -> {
                return base -> new Notification(base, pes, false, false);
            }
            case BARRIER -> {
                Dissemination pattern = costs.bestBarrier(pes);
                return base -> new DisseminationBarrier(base, pattern);
            }
            default -> {
                Tree tree = tree(costs).bestTree(pes);
                return base -> this == BROADCAST ? new TreeBroadcast(base, tree) : new TreeReduction(base, tree);
            }
        }
    }

    /** {@return the same by two-sided messages, by the first line of a block} */
    public LongFunction<LineAlgorithm> byMessages(int pes, MessageProfile messages) {
        return switch (this) {
            case NOTIFICATION -> throw new IllegalArgumentException("no rival of a notification is known");
            case BROADCAST -> base -> new TwoSided.MessageTree(base, pes, 1, messages);
            case BARRIER -> base -> new TwoSided.Barrier(base, pes, messages);
            case REDUCTION -> base -> new TwoSided.Reduction(base, pes, messages);
        };
    }
}

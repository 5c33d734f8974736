// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/** The algorithms for reductions by their names, and the choice between them. */
final class Reductions {
    private static final Reduction LEVELS = new LevelsReduction();
    private static final Reduction[] ALL = new Reduction[ReduceAlgorithm.values().length];

    static {
        ALL[ReduceAlgorithm.FLAT.ordinal()] = new FlatReduction();
        ALL[ReduceAlgorithm.RECDBL.ordinal()] = new RecdblReduction();
        ALL[ReduceAlgorithm.BRUCK.ordinal()] = new BruckReduction();
        ALL[ReduceAlgorithm.RABENSEIFNER.ordinal()] = new RabenseifnerReduction();
        ALL[ReduceAlgorithm.TREE.ordinal()] = new TreeReduction();
        ALL[ReduceAlgorithm.RING.ordinal()] = new RingReduction();
        ALL[ReduceAlgorithm.BLOCKS.ordinal()] = new BlocksReduction();
    }

    private Reductions() {
    }

    static Reduction chosen(TeamView team, CollectiveOptions options, long bytes) {
        if (options.reduce() != ReduceAlgorithm.AUTO) {
            return ALL[options.reduce().ordinal()];
        }
        return team.levels() == null ? fastest(team, options.transfer(), bytes) : LEVELS;
    }

    /** {@return the fastest algorithm of those for one node} */
    static Reduction fastest(TeamView team, Transfer transfer, long bytes) {
        Operation operation = transfer == Transfer.DIRECT ? Operation.REDUCE_DIRECT : Operation.REDUCE_PUTGET;
        return ALL[team.choices().of(ReduceAlgorithm.AUTO, operation, bytes)];
    }

    /** {@return an algorithm that combines in the order of the members, the faster one for a length} */
    static Reduction inOrder(long bytes) {
        return ALL[(bytes <= 4096 ? ReduceAlgorithm.FLAT : ReduceAlgorithm.BLOCKS).ordinal()];
    }

    /**
     * An algorithm that reduces over a group and gives every member the result.
     *
     * <p>No member can leave before all have entered, so the group's buffer is free again, see {@link Staging#entered}.
     * The order in which elements are combined depends on nothing but the call's arguments and the group, and in a tree
     * on its shape, which follows from the table of costs and the number of cores.
     */
    interface Reduction {
        /** Reduces at least one element over a group of at least two members; the result may replace the source. */
        void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes);
    }
}

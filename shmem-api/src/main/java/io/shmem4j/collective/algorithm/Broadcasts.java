// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/** The algorithms for broadcasts by their names, and the choice between them. */
final class Broadcasts {
    private static final Broadcast LEVELS = new LevelsBroadcast();
    private static final Broadcast[] ALL = new Broadcast[BroadcastAlgorithm.values().length];

    static {
        ALL[BroadcastAlgorithm.FLAT.ordinal()] = new FlatBroadcast();
        ALL[BroadcastAlgorithm.BINOMIAL.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.BINOMIAL);
        ALL[BroadcastAlgorithm.KNOMIAL.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.KNOMIAL);
        ALL[BroadcastAlgorithm.FIBONACCI.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.FIBONACCI);
        ALL[BroadcastAlgorithm.TREE.ordinal()] = new TreeBroadcast(BroadcastAlgorithm.TREE);
        ALL[BroadcastAlgorithm.SLICES.ordinal()] = new SlicesBroadcast();
        ALL[BroadcastAlgorithm.SCATTER.ordinal()] = new ScatterBroadcast();
        ALL[BroadcastAlgorithm.OCBCAST.ordinal()] = new OcbcastBroadcast();
    }

    private Broadcasts() {
    }

    static Broadcast chosen(TeamView team, CollectiveOptions options, long bytes) {
        if (options.broadcast() != BroadcastAlgorithm.AUTO) {
            return ALL[options.broadcast().ordinal()];
        }
        return team.levels() == null ? fastest(team, bytes) : LEVELS;
    }

    /** {@return the fastest algorithm of those for one node} */
    static Broadcast fastest(TeamView team, long bytes) {
        return ALL[team.choices().of(BroadcastAlgorithm.AUTO, Operation.BROADCAST, bytes)];
    }

    /**
     * An algorithm that copies a root's data to every member.
     *
     * <p>A member may leave before others enter. So the data that it leaves for them lie in the group's buffer, see
     * {@link Staging#next}, or it waits until they have read the data. Members only ever write their own dest.
     */
    interface Broadcast {
        /** Longest data that go through the group's buffer, so that the sender need not wait for the readers. */
        long STAGED_BYTES = 16 << 10;

        /**
         * Broadcasts at least one byte in a group of at least two members; the root, too, has a dest, which may be its
         * source.
         */
        void broadcast(TeamView team, long dest, long source, long bytes, int root);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/** The algorithms for alltoall and alltoalls by their names, and the choice between them. */
final class Exchanges {
    private static final Exchange[] ALL = new Exchange[AlltoallAlgorithm.values().length];

    static {
        ALL[AlltoallAlgorithm.DIRECT.ordinal()] = new DirectExchange();
        ALL[AlltoallAlgorithm.RING.ordinal()] = new RingExchange();
        ALL[AlltoallAlgorithm.BRUCK.ordinal()] = new BruckExchange();
    }

    private static final Exchange LEVELS = new LevelsExchange();

    private Exchanges() {
    }

    static Exchange chosen(TeamView team, CollectiveOptions options, long bytes) {
        if (options.alltoall() == AlltoallAlgorithm.AUTO && LevelsExchange.fits(team, bytes)) {
            return LEVELS;
        }
        return ALL[team.choices().of(options.alltoall(), Operation.ALLTOALL, bytes)];
    }

    /**
     * An algorithm by which every member sends a block to every other.
     *
     * <p>Nobody can leave before all have entered, see {@link Staging#entered}.
     */
    interface Exchange {
        /** Exchanges blocks in a group of at least two members. */
        void exchange(TeamView team, Strides blocks);
    }
}

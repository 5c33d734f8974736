// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.collective.cost.Operation;

/** A group's barriers, each made when it is first used, and the choice between them. */
final class Barriers {
    private static final BarrierAlgorithm[] ALGORITHMS = BarrierAlgorithm.values();

    private final TeamView team;
    private final Barrier[] made = new Barrier[ALGORITHMS.length];

    Barriers(TeamView team) {
        this.team = team;
    }

    Barrier of(BarrierAlgorithm algorithm) {
        Barrier barrier = made[algorithm.ordinal()];
        if (barrier == null) {
            barrier = make(algorithm);
            made[algorithm.ordinal()] = barrier;
        }
        return barrier;
    }

    private Barrier make(BarrierAlgorithm algorithm) {
        return switch (algorithm) {
            case AUTO -> team.levels() != null ? new LevelBarrier(team.levels())
                : team.size() == 1 ? of(BarrierAlgorithm.COUNTER)
                : of(ALGORITHMS[team.choices().of(algorithm, Operation.BARRIER, 0)]);
            case COUNTER -> new CounterSync(team.group(), SystemCells.BARRIER);
            case DISSEMINATION -> new DisseminationBarrier(team, team.shapes().dissemination());
            case TREE -> new TreeBarrier(team, team.shapes().reduction());
        };
    }
}

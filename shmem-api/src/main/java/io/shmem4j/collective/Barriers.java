// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.BarrierAlgorithm;

/** A group's barriers, each made when it is first used, and the choice between them. */
final class Barriers {
    private final Member team;
    private final Barrier[] made = new Barrier[BarrierAlgorithm.values().length];

    Barriers(Member team) {
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
            case AUTO -> of(team.backend().cores() < team.backend().nPes() || team.size() == 1
                ? BarrierAlgorithm.COUNTER : BarrierAlgorithm.DISSEMINATION);
            case COUNTER -> new CounterSync(team.group(), SystemCells.BARRIER);
            case DISSEMINATION -> new DisseminationBarrier(team, team.shapes().dissemination());
            case TREE -> new TreeBarrier(team, team.shapes().reduction());
        };
    }
}

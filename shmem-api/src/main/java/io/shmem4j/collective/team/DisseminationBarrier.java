// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.collective.team.TeamView.Barrier;
import io.shmem4j.spi.WaitKind;

/**
 * m-way dissemination: in round s each member signals the members at distances i (m+1)^s, i = 1..m, and waits for the
 * signals of the members at the same distances the other way. After the last round everybody has heard of everybody.
 *
 * <p>Ordering: a signal is a release store after all waits of the rounds before it, so what anybody heard of is handed
 * on. Every signal is waited for by the member it goes to, see {@link Links}.
 */
final class DisseminationBarrier implements Barrier {
    private final Links links;
    private final int rounds;
    private final int ways;
    private final int[] to;
    private final int[] from;

    DisseminationBarrier(TeamView team, Dissemination pattern) {
        this.links = team.links();
        this.rounds = pattern.rounds();
        this.ways = pattern.ways();
        this.to = new int[rounds * ways];
        this.from = new int[rounds * ways];
        for (int i = 0; i < to.length; i++) {
            to[i] = pattern.to(team.me(), i / ways, i % ways + 1);
            from[i] = pattern.from(team.me(), i / ways, i % ways + 1);
        }
    }

    @Override
    public void sync(WaitKind kind) {
        for (int round = 0; round < rounds; round++) {
            for (int i = round * ways; i < (round + 1) * ways; i++) {
                links.signal(to[i]);
            }
            for (int i = round * ways; i < (round + 1) * ways; i++) {
                links.await(from[i], kind);
            }
        }
    }
}

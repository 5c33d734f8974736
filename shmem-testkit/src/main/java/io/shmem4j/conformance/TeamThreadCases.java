// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static io.shmem4j.conformance.ThreadCases.THREADS;
import static io.shmem4j.conformance.ThreadCases.inThreads;

import io.shmem4j.Context;
import io.shmem4j.ContextOption;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.ArrayList;
import java.util.List;

/** Teams and contexts used by several threads of each PE at once. */
public final class TeamThreadCases {
    /** Each thread has a team of its own; their collectives run at the same time. */
    @Case(threads = true)
    public void collectivesOfSeveralTeams(Trial t) {
        List<Team> teams = new ArrayList<>();
        SymmetricLongs x = t.shmem.allocateLongs(THREADS);
        SymmetricLongs sums = t.shmem.allocateLongs(THREADS);
        for (int i = 0; i < THREADS; i++) {
            teams.add(t.shmem.world().splitStrided(i % t.n == 0 ? 0 : t.n - 1, i % t.n == 0 ? 1 : -1, t.n));
        }
        int rounds = t.rounds(150);
        inThreads(t, number -> {
            Team team = teams.get(number);
            SymmetricLongs mine = x.slice(number, 1);
            SymmetricLongs sum = sums.slice(number, 1);
            for (long i = 0; i < rounds; i++) {
                mine.set(0, i * (t.me + 1) + number);
                team.sumReduce(sum, mine, 1);
                t.equal(i * t.n * (t.n + 1) / 2 + (long) number * t.n, sum.get(0), "thread " + number);
                team.sync();
            }
        });
    }

    /** Threads split their own teams at the same time and so compete for slots. */
    @Case(threads = true)
    public void splitsInThreads(Trial t) {
        List<Team> parents = new ArrayList<>();
        SymmetricLongs x = t.shmem.allocateLongs(THREADS);
        SymmetricLongs sums = t.shmem.allocateLongs(THREADS);
        for (int i = 0; i < THREADS; i++) {
            parents.add(t.shmem.world().splitStrided(0, 1, t.n));
            x.set(i, i + 1);
        }
        t.shmem.barrierAll();
        int rounds = t.rounds(60);
        inThreads(t, number -> {
            for (int i = 0; i < rounds; i++) {
                Team child = parents.get(number).splitStrided(0, 1, 1 + (i + number) % t.n);
                if (child.isMember()) {
                    child.sumReduce(sums.slice(number, 1), x.slice(number, 1), 1);
                    t.equal((1L + (i + number) % t.n) * (number + 1), sums.get(number), "thread " + number);
                }
                child.destroy();
            }
        });
    }

    @Case(threads = true)
    public void contextsInThreads(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(THREADS);
        int rounds = t.rounds(300);
        inThreads(t, number -> {
            for (int i = 0; i < rounds; i++) {
                try (Context context = t.shmem.createContext(ContextOption.PRIVATE)) {
                    context.inc(x, number, t.right);
                    context.quiet();
                }
            }
        });
        t.shmem.barrierAll();
        for (int i = 0; i < THREADS; i++) {
            t.equal(rounds, x.get(i), "increments of thread " + i);
        }
    }
}

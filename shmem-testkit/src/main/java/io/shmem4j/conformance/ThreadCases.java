// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.ContextOption;
import io.shmem4j.Signal;
import io.shmem4j.Signals;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;

/** Several threads of a PE at once, also with their own teams and contexts. */
public final class ThreadCases {
    static final int THREADS = 3;

    /** Runs an action in several threads and waits for them; a thread's exception becomes a failure of the case. */
    static void inThreads(Trial t, IntConsumer action) {
        inThreads(t, Thread.ofPlatform(), THREADS, action, () -> { });
    }

    private static void inThreads(Trial t, Thread.Builder kind, int count, IntConsumer action, Runnable meanwhile) {
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        kind.name("worker ", 0).uncaughtExceptionHandler((which, throwable) -> thrown.add(throwable));
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(kind.start(() -> action.accept(number)));
        }
        meanwhile.run();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        for (Throwable throwable : thrown) {
            t.fail("a thread threw " + throwable);
        }
    }

    @Case(threads = true)
    public void atomicsFromThreads(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(1);
        int rounds = t.rounds(3_000);
        inThreads(t, number -> {
            for (int i = 0; i < rounds; i++) {
                t.shmem.inc(x, 0, (t.me + i) % t.n);
            }
        });
        SymmetricInts total = t.shmem.allocateInts(1);
        t.shmem.barrierAll();
        t.shmem.add(total, 0, x.get(0), 0);
        t.shmem.barrierAll();
        t.equal(THREADS * rounds * t.n, t.shmem.g(total, 0, 0), "increments of all threads of all PEs");
    }

    /** A waiting thread does not block other threads, and each is woken by its own signal. */
    @Case(threads = true)
    public void threadsWaitForEachOther(Trial t) {
        Signals signals = t.shmem.allocateSignals(THREADS);
        int rounds = t.rounds(200);
        inThreads(t, number -> {
            Signal mine = signals.get(number);
            Signal next = signals.get((number + 1) % THREADS);
            for (int round = 1; round <= rounds; round++) {
                if (number == 0) {
                    t.shmem.signalSet(next, round, t.right);
                    mine.waitUntil(Cmp.GE, round);
                } else {
                    mine.waitUntil(Cmp.GE, round);
                    t.shmem.signalSet(next, round, number == THREADS - 1 ? t.left : t.me);
                }
            }
        });
        t.shmem.barrierAll();
    }

    /** More virtual threads than carriers: waiting ones must release their carriers, however long they have waited. */
    @Case(threads = true)
    public void virtualThreadsWaitForEachOther(Trial t) {
        int count = t.shmem.world().maxReduce(Runtime.getRuntime().availableProcessors() + THREADS);
        Signals signals = t.shmem.allocateSignals(count);
        inThreads(t, Thread.ofVirtual(), count, number -> {
            signals.get(number).waitUntil(Cmp.EQ, 1);
            if (number > 0) {
                t.shmem.signalSet(signals.get(number - 1), 1, t.me);
            }
        }, () -> {
            for (int round = 0; round < t.rounds(2_000); round++) {
                t.shmem.barrierAll();
            }
            t.shmem.signalSet(signals.get(count - 1), 1, t.right);
        });
        t.shmem.barrierAll();
    }

    /** Puts of many threads, completed by one quiet each. */
    @Case(threads = true)
    public void putsFromThreads(Trial t) {
        int length = 500;
        SymmetricLongs x = t.shmem.allocateLongs(THREADS * length);
        inThreads(t, number -> {
            long[] mine = new long[length];
            for (int round = 1; round <= 20; round++) {
                Arrays.fill(mine, t.me * 1000L + number * 100 + round);
                t.shmem.put(x, (long) number * length, mine, 0, length, t.right);
                t.shmem.quiet();
                long[] back = new long[length];
                t.shmem.get(back, 0, x, (long) number * length, length, t.right);
                t.equal(mine, back, "what thread " + number + " put");
            }
        });
        t.shmem.barrierAll();
    }

    /** Each thread has its own team; their collectives run concurrently. */
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
                child.free();
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

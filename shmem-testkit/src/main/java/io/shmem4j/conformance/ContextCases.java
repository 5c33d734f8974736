// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.ContextOption;
import io.shmem4j.MayRace;
import io.shmem4j.Session;
import io.shmem4j.SessionOption;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.TeamConfig;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Contexts: numbers of their team, ordering and completion, options, sessions, life and death. */
public final class ContextCases {
    @Case
    public void defaultContext(Trial t) {
        t.holds(t.shmem.team() == t.shmem.world(), "the default context's team is the world");
    }

    @Case
    public void createdContexts(Trial t) {
        ContextOption[][] choices = {{}, {ContextOption.SERIALIZED}, {ContextOption.PRIVATE}, {ContextOption.NOSTORE},
            {ContextOption.PRIVATE, ContextOption.NOSTORE, ContextOption.PRIVATE}};
        SymmetricLongs x = t.shmem.allocateLongs(choices.length);
        List<Context> contexts = new ArrayList<>();
        for (int i = 0; i < choices.length; i++) {
            Context context = t.shmem.createContext(choices[i]);
            t.holds(context.team() == t.shmem.world(), "team of a context");
            context.p(x, i, t.me * 10L + i, t.right);
            contexts.add(context);
        }
        contexts.forEach(Context::quiet);
        t.shmem.syncAll();
        for (int i = 0; i < choices.length; i++) {
            t.equal(t.left * 10L + i, x.get(i), "through context " + i);
        }
        contexts.forEach(Context::close);
    }

    @Case
    public void teamNumbers(Trial t) {
        Team reversed = t.shmem.world().splitStrided(t.n - 1, -1, t.n);
        SymmetricLongs x = t.shmem.allocateLongs(2);
        Signal signal = t.shmem.allocateSignal();
        try (Context context = reversed.createContext()) {
            t.holds(context.team() == reversed, "its team");
            int next = (reversed.myPe() + 1) % t.n;
            context.p(x, 0, t.me, next);
            context.fence();
            context.fetchAdd(x, 1, 5, next);
            context.quiet();
            context.signalAdd(signal, 1, next);
            signal.waitUntil(Cmp.EQ, 1);
            t.equal(t.right, x.get(0), "the world's right is the reversed team's left");
            t.equal(5, x.get(1), "added");
            t.equal(t.me, context.g(x, 0, next), "read back");
            t.fails(InvalidPeException.class, () -> context.p(x, 0, 1L, t.n), "PE " + t.n);
        }
        t.shmem.barrierAll();
    }

    /** Ordering within one context, seen by an observer that waits for the flag. */
    @Case
    public void fenceOrdersWithinContext(Trial t) {
        SymmetricLongs data = t.shmem.allocateLongs(1);
        SymmetricLongs flag = t.shmem.allocateLongs(1);
        SymmetricLongs taken = t.shmem.allocateLongs(1);
        int rounds = t.rounds(400);
        try (Context context = t.shmem.createContext()) {
            for (long i = 1; i <= rounds; i++) {
                context.p(data, 0, 1000 * i + t.me, t.right);
                context.fence();
                context.atomicSet(flag, 0, i, t.right);
                flag.waitUntil(0, Cmp.GE, i);
                t.equal(1000 * i + t.left, data.get(0), "data behind flag " + i);
                context.atomicSet(taken, 0, i, t.left);
                taken.waitUntil(0, Cmp.GE, i);
            }
        }
    }

    @Case
    public void quietOfSomePes(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        try (Context context = t.shmem.createContext()) {
            context.p(x, 0, 7L, t.right);
            context.peQuiet(t.right, t.left);
            context.peQuiet();
            t.equal(7, t.shmem.g(x, 0, t.right), "completed");
            t.fails(InvalidPeException.class, () -> context.peQuiet(t.n), "PE " + t.n);
        }
        t.shmem.p(x, 1, 8L, t.right);
        t.shmem.peQuiet(t.right);
        t.equal(8, t.shmem.g(x, 1, t.right), "completed on the default context");
        t.shmem.barrierAll();
    }

    @Case
    public void useAfterClose(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        Context context = t.shmem.createContext();
        context.close();
        context.close();
        t.fails(NotInitializedException.class, () -> context.p(x, 0, 1L, 0), "p called");
        t.fails(NotInitializedException.class, context::quiet, "quiet");
        t.fails(NotInitializedException.class, context::session, "session");
        Team team = t.shmem.world().splitStrided(0, 1, t.n);
        Context lost = team.createContext();
        team.free();
        t.fails(NotInitializedException.class, () -> lost.p(x, 0, 1L, 0));
    }

    @Case
    public void privateContextsOutliveNothing(Trial t) {
        Team team = t.shmem.world().splitStrided(0, 1, t.n);
        Context mine = team.createContext(ContextOption.PRIVATE);
        t.fails(IllegalStateException.class, team::free, "private");
        t.fails(IllegalStateException.class, t.shmem::finish, "private");
        mine.close();
        team.free();
    }

    /** Many contexts exist at once, and none runs out. */
    @Case
    public void manyContexts(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        List<Context> contexts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            contexts.add(t.shmem.createContext());
            contexts.get(i).add(x, 0, 1L, t.right);
        }
        contexts.forEach(Context::close);
        t.shmem.barrierAll();
        t.equal(300, x.get(0), "additions");
    }

    @Case
    public void sessions(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(100);
        try (Session session = t.shmem.session()) {
            t.equal(0, session.options().size(), "options of none");
            t.equal(-1, session.totalOps(), "operations not announced");
            t.holds(t.shmem.session(100, SessionOption.BATCH) == session, "a nested start extends the session");
            t.equal(100, session.totalOps(), "operations");
            t.shmem.session();
            t.equal(100, session.totalOps(), "operations after a start without the mask");
            t.holds(session.options().contains(SessionOption.BATCH), "options add up");
            for (int i = 0; i < 100; i++) {
                t.shmem.p(x, i, t.me + i, t.right);
            }
        }
        t.shmem.barrierAll();
        t.equal(t.left + 99, x.get(99), "put in a session");
        Session again = t.shmem.session();
        t.equal(0, again.options().size(), "options after a stop");
        again.close();
        again.close();
    }

    /** Increments through contexts of different teams: one domain of atomicity, where the C libraries may have two. */
    @Case
    @MayRace
    public void atomicsOfTwoTeams(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        var team = t.me > 0 ? t.shmem.world() : t.shmem.shared();
        try (Context context = team.createContext()) {
            for (int i = 0; i < 100; i++) {
                context.inc(x, 0, 0);
            }
        }
        t.shmem.barrierAll();
        t.equal(t.me == 0 ? 100L * t.n : 0, x.get(0), "increments");
    }

    private static void send(Team team, Context context, SymmetricInts value) {
        if (team.isMember()) {
            context.put(value, 0, new int[] {team.myPe()}, 0, 1, (team.myPe() + 1) % team.nPes());
            context.quiet();
        }
    }

    /** Neighbours in two teams, and their values added up on a PE named through one team in a context of the other. */
    @Case
    public void teamContexts(Trial t) {
        SymmetricInts two = t.shmem.allocateInts(1);
        SymmetricInts three = t.shmem.allocateInts(1);
        SymmetricInts sum = t.shmem.allocateInts(1);
        int sixths = (t.n + 5) / 6;
        TeamConfig one = new TeamConfig(1);
        Team twos = t.shmem.world().splitStrided(0, t.n == 1 ? 1 : 2, (t.n + 1) / 2, one);
        t.shmem.world().sync();
        Team threes = t.shmem.world().splitStrided(0, 3, (t.n + 2) / 3, one);
        Context inTwos = twos.isMember() ? twos.createContext() : null;
        Context inThrees = threes.isMember() ? threes.createContext() : null;
        send(twos, inTwos, two);
        send(threes, inThrees, three);
        t.shmem.world().sync();
        if (inTwos != null && inThrees != null) {
            int first = inThrees.team().translate(0, inTwos.team());
            t.equal(0, first, "PE 0 of the threes among the twos");
            inTwos.add(sum, 0, two.get(0) + three.get(0), first);
            inTwos.quiet();
        }
        t.shmem.world().sync();
        if (t.me == 0) {
            int expected = 0;
            for (int i = 0; i < sixths; i++) {
                expected += (3 * i + twos.nPes() - 1) % twos.nPes() + (2 * i + threes.nPes() - 1) % threes.nPes();
            }
            t.equal(expected, sum.get(0), "the sum of the neighbours' numbers");
        }
        for (Context context : Arrays.asList(inTwos, inThrees)) {
            if (context != null) {
                context.close();
            }
        }
        twos.free();
        threes.free();
    }

    /** Two contexts and two buffers: a stage's puts fly while the stage before is added up. */
    @Case
    public void pipelinedReduction(Trial t) {
        int stages = 16;
        int stage = 64;
        int[] mine = new int[stages * stage];
        Arrays.fill(mine, t.me + 1);
        int[] sums = new int[mine.length];
        SymmetricInts[] buffers = {t.shmem.allocateInts((long) stage * t.n), t.shmem.allocateInts((long) stage * t.n)};
        Context[] contexts = {t.shmem.createContext(), t.shmem.createContext()};
        for (int p = 0; p <= stages; p++) {
            if (p < stages) {
                for (int i = 1; i <= t.n; i++) {
                    contexts[p % 2].putNbi(buffers[p % 2], (long) stage * t.me, mine, p * stage, stage,
                        (t.me + i) % t.n);
                }
            }
            if (p > 0) {
                contexts[(p - 1) % 2].quiet();
                t.shmem.syncAll();
                for (int i = 0; i < stage * t.n; i++) {
                    sums[(p - 1) * stage + i % stage] += buffers[(p - 1) % 2].get(i);
                }
                t.shmem.syncAll();
            }
        }
        int[] expected = new int[mine.length];
        Arrays.fill(expected, t.n * (t.n + 1) / 2);
        t.equal(expected, sums, "the sums");
        contexts[0].close();
        contexts[1].close();
    }
}

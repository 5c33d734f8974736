// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.race.order.CarriedOrder.Effect;
import io.shmem4j.spi.RaceDetector.Move;
import io.shmem4j.spi.RaceDetector.Participants;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The knowledge of one thread of a PE: its clock. Only the thread itself uses it, except the clock: threads without an
 * observed start share the main thread's.
 *
 * <p>Its own accesses bear the tick of its latest operation on which others may rely, or a later one. An access after
 * such an operation gets a new tick, because a reader of the operation knows nothing of later accesses.
 */
public final class ThreadRaces implements RaceDetector.Events {
    /** Class initializers that accessed something: the thread, and its ticks before and after. */
    private static volatile int[][] initializers = {};

    public final PeRaces pe;
    private final SharedState job;
    public final Clock clock;
    private final boolean rewritten;
    private final boolean shares;
    /** Cell with the current place of the thread that runs this. */
    private String[] place;
    /** Last call site and its id. */
    private String latest;
    private int latestNumber;
    /** The races of one access, gathered while locks are held, and reported when they are not. */
    private final Map<Long, Conflict> conflicts = new LinkedHashMap<>();
    /** Pairs of lines that need no report any more. */
    private final Set<Long> reported = new HashSet<>();
    private final Access access = new Access();
    final int agent;
    /** Tick of its own latest access. */
    int tick;
    /** Its start was observed. */
    private final boolean seen;
    boolean isTask;
    /** Knowledge of the thread that runs this task, from before the task. */
    ThreadRaces before;
    private boolean newer = true;
    private int own;
    private int operated;
    /** The latest collective that has returned, and the current one, or null. */
    private Collective met;
    private Collective call;
    private final int[] counts = new int[Routine.values().length];
    /** Tick of a put whose signal follows, 0 for none. */
    int signalTick;
    Routine routine;
    /** Group in which its latest routine is atomic: 1 for integers, 2 for other numbers, 3 for a context of a team. */
    int types;
    /** Group of the atomic that is being recorded, 0 for none. */
    int exclusion;
    private long waitedAt;
    private int waitedBytes;
    /** The program reports, after the coming wait, whether it uses the value. */
    private boolean reportsUse;

    /**
     * Knows nothing yet, or what the main thread knows.
     *
     * @param rewritten whether its calls record their places
     * @param shares whether another thread may bear the same number
     * @param seen whether its start was observed
     */
    ThreadRaces(PeRaces pe, int agent, Clock clock, boolean rewritten, boolean shares, boolean seen) {
        this.pe = pe;
        this.job = pe.job;
        this.agent = agent;
        this.clock = clock;
        this.rewritten = rewritten;
        this.shares = shares;
        this.seen = seen;
    }

    /** Two accesses and the bytes that they have in common. */
    record Conflict(long later, long earlier, int pe, long from, long to) {
        Conflict with(Conflict other) {
            return new Conflict(later, earlier, pe, Math.min(from, other.from), Math.max(to, other.to));
        }
    }

    private void report() {
        if (!conflicts.isEmpty()) {
            Map<Long, Conflict> now = new LinkedHashMap<>(conflicts);
            conflicts.clear();
            now.forEach((pair, each) -> {
                if (job.reports.add(this, each)) {
                    reported.add(pair);
                }
            });
        }
    }

    /** {@return the latest collective that has returned, with its number among calls of the same kind; null if none} */
    String meeting() {
        return met == null ? null : met.kind() + " " + counts[met.routine().ordinal()] + job.sites.text(met.site())
            .replaceFirst(".* at ", " at ");
    }

    /** {@return the place of the program's call} */
    int site() {
        if (place == null) {
            place = rewritten ? Sites.ofThread() : new String[1];
        }
        String now = place[0];
        if (now == null) {
            return job.sites.ofStack();
        }
        if (now != latest) {
            latest = now;
            latestNumber = job.sites.number(now);
        }
        return latestNumber;
    }

    /** {@return the tick of an operation that others may rely on} */
    public int operation() {
        newer = true;
        if (!clock.changed && !shares) {
            operated = pe.nextTick();
            return operated;
        }
        synchronized (clock) {
            // Threads that share a number have clocks of their own, whose records come in the order of their ticks.
            synchronized (job.snapshots) {
                operated = pe.nextTick();
                clock.changed = false;
                job.snapshots.write(agent, operated, clock);
            }
            return operated;
        }
    }

    @Override
    public void load(int where, long offset, long bytes) {
        access(Shadow.READ, where, offset, bytes);
    }

    @Override
    public void store(int where, long offset, long bytes) {
        access(Shadow.WRITE, where, offset, bytes);
    }

    /** An access of this thread itself. */
    void access(int how, int where, long offset, long bytes) {
        access(how, where, offset, bytes, ownTick());
    }

    private int ownTick() {
        if (newer) {
            own = pe.nextTick();
            newer = false;
            if (!seen) {
                pe.unseen(own);
            }
        }
        return own;
    }

    /** An access of this thread itself, with an operation. */
    void access(int how, int where, long offset, long bytes, int when) {
        own(how, when).at(where, where, offset, bytes);
    }

    /** {@return an access of this thread itself, for use at once} */
    Access own(int how) {
        return own(how, ownTick());
    }

    private Access own(int how, int when) {
        tick = when;
        return operation(how, agent, null, when);
    }

    /** {@return an access by an operation, for use at once} */
    Access operation(int how, int operations, Stream fenced, int when) {
        access.kind = how;
        access.agent = operations;
        access.fenced = fenced;
        access.tick = when;
        access.site = site();
        access.domain = exclusion;
        return access;
    }

    /** It has initialized a class since a tick; users of the class are ordered after that. */
    public void initialized(int began) {
        if (tick > began) {
            synchronized (ThreadRaces.class) {
                int[][] all = Arrays.copyOf(initializers, initializers.length + 1);
                all[all.length - 1] = new int[] {agent, began, operation()};
                initializers = all;
            }
        }
    }

    /** {@return whether a thread's access was in an initializer} */
    private static boolean initializes(int agent, int tick) {
        for (int[] each : initializers) {
            if (each[0] == agent && each[1] < tick && tick < each[2]) {
                return true;
            }
        }
        return false;
    }

    /**
     * An access by the thread, or by an operation that goes on after the call. It follows the thread's earlier accesses
     * and the stream's completed ones.
     */
    final class Access {
        private int kind;
        private int agent;
        private int site;
        private int tick;
        private int domain;
        private Stream fenced;
        private int target;

        long slot() {
            return Shadow.slot(kind, Math.max(0, agent), site, domain, tick);
        }

        /** {@return whether another access came before this one by the specification} */
        boolean follows(long other) {
            int by = Shadow.agent(other);
            int when = Shadow.tick(other);
            return by == ThreadRaces.this.agent || clock.covers(by, when) || by == agent && when == tick
                || pe.mayFollow(seen, by, when) || initializes(by, when)
                || fenced != null && (Shadow.kind(other) & Shadow.WRITE) != 0 && fenced.fenced(clock, target, by, when);
        }

        /** It accesses memory, and goes to a PE. */
        void at(int to, int where, long offset, long bytes) {
            if (agent > 0 && bytes > 0 && job.has(where, offset, bytes)) {
                target = to;
                job.shadow.access(this, where, offset, bytes);
                report();
            }
        }

        /** Nothing orders another access and this one. */
        void conflicts(long other, int where, long from, long to) {
            long pair = Shadow.pair(slot(), other);
            if (!reported.contains(pair)) {
                conflicts.merge(pair, new Conflict(slot(), other, where, from, to), Conflict::with);
            }
        }
    }

    /** {@return whether an update happens before the thread's next step} */
    boolean knows(int thread, int by, int when) {
        return by > 0 ? clock.covers(by, when) : thread == agent || clock.covers(thread, when);
    }

    /**
     * Takes an update over.
     *
     * @param by  agent of its operation, 0 if that was complete when its call returned
     * @param all whether the update stands for all earlier operations of the agent, too
     */
    void update(int thread, int by, int when, boolean all) {
        if (thread <= 0) {
            everything();
            return;
        }
        job.snapshots.join(clock, thread, when);
        if (by > 0 && all) {
            clock.raise(by, when);
        } else if (by > 0) {
            seen(by, when, true);
        }
    }

    /**
     * The effect of an operation of a stream has been seen: it is complete, if that was all of it, and those before its
     * last fence are.
     */
    private void seen(int operations, int when, boolean whole) {
        Clock then = new Clock();
        job.snapshots.join(then, job.agents.thread(operations), when);
        int own = fence(operations);
        int each = own;
        // A snapshot may be older than a later fence; reused numbers form another ring.
        for (int i = 0; i == 0 || each != own && i < SharedState.AGENTS; i++) {
            clock.raise(each - own + operations, Math.min(then.tick(each), when));
            each = job.agents.next(each);
        }
        if (whole) {
            clock.addPoint((long) operations << 32 | when);
        }
    }

    /** {@return the agent of the fences of a stream} */
    private int fence(int operations) {
        int at = operations;
        while (job.agents.kind(at) == Agents.OPERATIONS) {
            at++;
        }
        return at;
    }

    /** Takes over all that any PE has done. */
    void everything() {
        int end = job.agents.end();
        for (int i = 1; i < end; i++) {
            clock.raise(i, job.words.getIntAcquire(SharedState.TICKS + job.agents.pe(i) * 4L));
        }
    }

    @Override
    public void waited(long offset, int bytes, long value, LongPredicate enough) {
        waitedAt = offset;
        waitedBytes = bytes;
        acquire(pe.pe, offset, bytes, value, enough);
    }

    @Override
    public boolean reportsUse() {
        boolean reports = reportsUse;
        reportsUse = false;
        return reports;
    }

    /** Announces a wait for a signal after which the program reports whether it uses the value. */
    public void expectUse() {
        reportsUse = true;
    }

    @Override
    public void acquired(int where, long offset, int bytes, long value) {
        acquire(where, offset, bytes, value, null);
    }

    @Override
    public void releases(int where, long offset, int bytes, long value) {
        int when = operation();
        access(Shadow.ATOMIC_WRITE, where, offset, bytes, when);
        release(where, offset, when, Effect.SETS, value);
    }

    /** The program uses the value that its latest wait has seen. */
    public void uses(long value) {
        acquire(pe.pe, waitedAt, waitedBytes, value, null);
    }

    /**
     * Takes over the order carried by a word after a wait or test has seen its value.
     *
     * @param enough other values that would have been enough; null for none
     */
    public void acquire(int where, long offset, int bytes, long value, LongPredicate enough) {
        job.carried.read(CarriedOrder.word(where, offset), value, enough, this);
        // Stores by streams without a number leave no trace.
        if (job.agents.isExhausted()) {
            everything();
        }
        job.shadow.stores(where, offset, bytes, found -> {
            int by = Shadow.agent(found);
            int when = Shadow.tick(found);
            if (by != agent && enough != null && RaceDetector.STRICT) {
                job.reports.addWait(this, found, where, offset, bytes);
            }
            if (by != agent && !clock.covers(by, when)) {
                job.snapshots.join(clock, job.agents.thread(by), when);
                // A put stores its elements in any order: only these are there.
                if (job.agents.kind(by) != Agents.THREAD) {
                    seen(by, when, false);
                    job.shadow.forget(found, where, offset, bytes);
                }
            }
        });
    }

    /** Makes a word carry the order of all that this thread has done. */
    public void release(int where, long offset, int when, Effect effect, long value) {
        job.carried.update(CarriedOrder.word(where, offset), agent, 0, when, effect, value, this);
    }

    @Override
    public void locked(long offset) {
        job.carried.read(CarriedOrder.lock(offset), 0, null, this);
    }

    @Override
    public void unlocks(long offset) {
        job.carried.update(CarriedOrder.lock(offset), agent, 0, operation(), Effect.SETS, 0, this);
    }

    /** Hands this thread's knowledge on, with a tick that no access of it exceeds. */
    public void into(Clock other) {
        if (!newer || pe.hasUnseen) {
            operated = pe.countTick();
            newer = true;
        }
        other.join(clock);
        other.raise(agent, operated);
    }

    @Override
    public void arrives(Participants members, Routine which, int root) {
        routine = which;
        call = new Collective(members, which, root, pe.nextCall(members), site());
        job.arrives(members, pe.pe, call.number(), agent, operation());
    }

    @Override
    public void moves(Move what) {
        call.moves(this, what);
    }

    @Override
    public void departs() {
        if (call == null) {
            return;
        }
        met = call;
        call = null;
        for (int i = 0; i < met.members().size(); i++) {
            if (met.orders(i)) {
                long arrival = job.arrived(met.members(), met.members().world(i), met.number());
                update((int) (arrival >>> 32), 0, (int) arrival, false);
            }
        }
        newer = true;
        counts[met.routine().ordinal()]++;
    }
}

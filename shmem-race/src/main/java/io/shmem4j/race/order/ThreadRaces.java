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
 * State of a thread, mainly its vector clock. Used by the thread only, except for the clock, which threads without an
 * observed start share with the main thread.
 *
 * <p>The thread's accesses get the tick of its latest releasing operation or a later one. The first access after such
 * an operation gets a new tick, because whoever acquires the operation must not be ordered after it.
 */
public final class ThreadRaces implements RaceDetector.Events {
    /** Class initializers that have made accesses: thread, first and last tick. */
    private static volatile int[][] initializers = {};

    public final PeRaces pe;
    private final SharedState job;
    public final Clock clock;
    private final boolean rewritten;
    private final boolean shares;
    /** Cell with the call site of the thread that runs this. */
    private String[] place;
    /** Last call site and its id. */
    private String latest;
    private int latestNumber;
    /** Races of an access, collected while locks are held and reported afterwards. */
    private final Map<Long, Conflict> conflicts = new LinkedHashMap<>();
    /** Pairs of call sites that need no further report. */
    private final Set<Long> reported = new HashSet<>();
    private final Access access = new Access();
    final int agent;
    /** Tick of the latest access by the thread itself. */
    int tick;
    /** Whether the thread's start was observed. */
    private final boolean seen;
    boolean isTask;
    /** State of the running thread before it began this task. */
    ThreadRaces before;
    private boolean newer = true;
    private int own;
    private int operated;
    /** The last finished collective, and the current one; may be null. */
    private Collective met;
    private Collective call;
    /** Tick at the end of the last collective. */
    private int departed;
    private final int[] counts = new int[Routine.values().length];
    /** Tick of a put that a signal follows, otherwise 0. */
    int signalTick;
    Routine routine;
    /** Group of mutually atomic routines: 1 for integers, 2 for floating point, 3 for a team's context. */
    int types;
    /** Group of the atomic being recorded, otherwise 0. */
    int exclusion;
    private long waitedAt;
    private int waitedBytes;
    /** Whether the program reports after the next wait if it uses the value. */
    private boolean reportsUse;

    /**
     * Creates a state with the given clock, which may be the main thread's.
     *
     * @param rewritten whether the thread's calls record their call sites
     * @param shares    whether another thread may have the same agent
     * @param seen      whether the thread's start was observed
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

    /** Two conflicting accesses and their common bytes. */
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

    /** {@return the last finished collective with its count among equal collectives, or null} */
    String meeting() {
        return met == null ? null : met.kind() + " " + counts[met.routine().ordinal()] + job.sites.text(met.site())
            .replaceFirst(".* at ", " at ");
    }

    /** {@return the number of the program's call site} */
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

    /** {@return the tick of a new releasing operation} */
    public int operation() {
        newer = true;
        if (!clock.changed && !shares) {
            operated = pe.nextTick();
            return operated;
        }
        synchronized (clock) {
            // Threads that share an agent have separate clocks, whose snapshots must be written in the order of their
            // ticks.
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

    /** Records an access by the thread itself. */
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

    /** Records an access by the thread itself as part of an operation. */
    void access(int how, int where, long offset, long bytes, int when) {
        own(how, when).at(where, where, offset, bytes);
    }

    /** {@return an access by the thread itself, to be recorded immediately} */
    Access own(int how) {
        return own(how, ownTick());
    }

    private Access own(int how, int when) {
        tick = when;
        return operation(how, agent, null, when);
    }

    /** {@return an access by an operation, to be recorded immediately} */
    Access operation(int how, int operations, Stream fenced, int when) {
        access.kind = how;
        access.agent = operations;
        access.fenced = fenced;
        access.tick = when;
        access.site = site();
        access.domain = exclusion;
        return access;
    }

    /** Records that the thread has initialized a class, so that users of the class are ordered after it. */
    public void initialized(int began) {
        if (tick > began) {
            synchronized (ThreadRaces.class) {
                int[][] all = Arrays.copyOf(initializers, initializers.length + 1);
                all[all.length - 1] = new int[] {agent, began, operation()};
                initializers = all;
            }
        }
    }

    /** {@return whether a thread's access was made by a class initializer} */
    private static boolean initializes(int agent, int tick) {
        for (int[] each : initializers) {
            if (each[0] == agent && each[1] < tick && tick < each[2]) {
                return true;
            }
        }
        return false;
    }

    /**
     * An access by the thread, or by an operation that may outlive its call. It is ordered after the thread's earlier
     * accesses and the stream's completed operations.
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

        /** {@return whether the specification orders another access before this one} */
        boolean follows(long other) {
            int by = Shadow.agent(other);
            int when = Shadow.tick(other);
            return by == ThreadRaces.this.agent || clock.covers(by, when) || by == agent && when == tick
                || pe.mayFollow(seen, by, when) || initializes(by, when)
                || fenced != null && (Shadow.kind(other) & Shadow.WRITE) != 0 && fenced.fenced(clock, target, by, when);
        }

        /** Records the access; {@code to} is the PE that the operation targets. */
        void at(int to, int where, long offset, long bytes) {
            if (agent > 0 && bytes > 0 && job.has(where, offset, bytes)) {
                target = to;
                job.shadow.access(this, where, offset, bytes);
                report();
            }
        }

        /** Records that this access is a store to bytes that an earlier access has loaded. */
        void checked(long load) {
            if (kind == Shadow.WRITE && Shadow.agent(load) == ThreadRaces.this.agent && Shadow.tick(load) > departed) {
                job.words.setInt(SharedState.CHECKS + site * 4L, Shadow.site(load));
            }
        }

        /** Records a conflict with another access. */
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
     * Acquires an update.
     *
     * @param by  agent of the operation, or 0 if it completed with its call
     * @param all whether the update represents all earlier operations of the agent
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
     * Acquires a stream's operation after its effect was seen: it has completed if all of it was seen, and so have the
     * operations before its last fence.
     */
    private void seen(int operations, int when, boolean whole) {
        Clock then = new Clock();
        job.snapshots.join(then, job.agents.thread(operations), when);
        int own = fence(operations);
        int each = own;
        // A snapshot may be older than a later fence. Reused numbers may form another ring, hence the limit.
        for (int i = 0; i == 0 || each != own && i < SharedState.AGENTS; i++) {
            clock.raise(each - own + operations, Math.min(then.tick(each), when));
            each = job.agents.next(each);
        }
        if (whole) {
            clock.addPoint((long) operations << 32 | when);
        }
    }

    /** {@return the fence agent of a stream} */
    private int fence(int operations) {
        int at = operations;
        while (job.agents.kind(at) == Agents.OPERATIONS) {
            at++;
        }
        return at;
    }

    /** Acquires everything that any PE has done. */
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

    /** Announces that the program reports after the next wait for a signal whether it uses the value. */
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

    /** Records that the program uses the value of its latest wait. */
    public void uses(long value) {
        acquire(pe.pe, waitedAt, waitedBytes, value, null);
    }

    /**
     * Acquires the order that a word carries, after a wait or test has read its value.
     *
     * @param enough which other values would have ended the wait, or null
     */
    public void acquire(int where, long offset, int bytes, long value, LongPredicate enough) {
        job.carried.read(CarriedOrder.word(where, offset), value, enough, this);
        // Streams without an agent leave no stores in the shadow.
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
                // A put stores its elements in any order, so seeing one proves nothing about the rest.
                if (job.agents.kind(by) != Agents.THREAD) {
                    seen(by, when, false);
                    job.shadow.forget(found, where, offset, bytes);
                }
            }
        });
    }

    /** Makes a word carry the order of the thread's previous steps. */
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

    /** Releases to another clock, with a tick that none of the thread's later accesses has. */
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
        departed = pe.tick();
        counts[met.routine().ordinal()]++;
        pe.report();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.CarriedOrder.Effect;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.RaceDetector.Participants;
import io.shmem4j.spi.RaceDetector.Move;
import io.shmem4j.spi.Routine;
import java.util.Locale;
import java.util.function.LongPredicate;

/**
 * What one thread of a PE knows of all agents: its clock. Only the thread itself uses it, but for the clock, which
 * those threads share with the main thread that nobody was seen to start.
 *
 * <p>Its own accesses bear the tick of its latest operation that others may rely on, or a later one: an access after
 * such an operation gets a new tick, because who relies on the operation knows nothing of what came later.
 */
final class ThreadRaces extends Shadow.Access implements CarriedOrder.Reader, RaceDetector.Events {
    final PeRaces pe;
    private final SharedState job;
    final Clock clock;
    private final boolean told;
    private final boolean shares;
    /** The cell with the place of the thread that it runs in. */
    private int[] place;
    private final Conflicts conflicts;
    /** Its latest access by an operation. */
    final Operation operation = new Operation();
    /** Whether somebody was seen to start it. */
    private final boolean seen;
    private boolean newer = true;
    private int own;
    private int operated;
    private Routine met;
    private int meetingSite;
    private final int[] counts = new int[Routine.values().length];
    /** Tick of a put whose signal follows, 0 for none. */
    int signalTick;
    Routine routine;
    /** What its latest routine excludes if that is atomic: 1 for integers, 2 for other numbers, 3 apart. */
    int types;
    /** What excludes the atomic that is being noted, 0 for none. */
    int exclusion;
    private Participants members;
    private int call;
    private int root;
    private int arrivalSite;
    private long waitedAt;
    private int waitedBytes;
    /** Whether the wait that is about to begin is one after which the program tells if it uses the value. */
    private boolean tells;

    /**
     * Knows nothing yet, or what the main thread knows.
     *
     * @param told   whether its calls tell their places
     * @param shares whether another thread may bear the same number
     * @param seen   whether somebody was seen to start it
     */
    ThreadRaces(PeRaces pe, int agent, Clock clock, boolean told, boolean shares, boolean seen) {
        this.pe = pe;
        this.job = pe.job;
        this.agent = agent;
        this.clock = clock;
        this.told = told;
        this.shares = shares;
        this.seen = seen;
        this.conflicts = new Conflicts(this);
    }

    /** {@return the latest collective that it has come back from, with its number of all of this kind; null if none} */
    String meeting() {
        if (met == null) {
            return null;
        }
        String name = met.name().toLowerCase(Locale.ROOT);
        return (met == Routine.MALLOC ? "allocation" : name.startsWith("barrier") ? "barrier" : name) + " "
            + counts[met.ordinal()] + job.sites.text(meetingSite).replaceFirst(".* at ", " at ");
    }

    /** {@return the place of the program's call} */
    int site() {
        if (place == null) {
            place = told ? Sites.ofThread() : new int[1];
        }
        return place[0] != 0 ? job.sites.told(place[0]) : job.sites.ofStack();
    }

    /** {@return the tick of an operation that others may rely on} */
    int operation() {
        newer = true;
        if (!clock.changed && !shares) {
            operated = pe.nextTick();
            return operated;
        }
        synchronized (clock) {
            operated = pe.nextTick();
            clock.changed = false;
            job.snapshots.write(agent, operated, clock);
            return operated;
        }
    }

    @Override
    boolean follows(int otherAgent, int otherTick, int otherKind) {
        return otherAgent == agent || clock.covers(otherAgent, otherTick)
            || pe.mayFollow(seen, otherAgent, otherTick) || ThreadOrder.initializes(otherAgent, otherTick);
    }

    @Override
    void conflicts(long other, int where, long from, long to) {
        conflicts.add(this, other, where, from, to);
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

    /** An access of this thread itself, to something else than the symmetric heap. */
    void prepare(int how) {
        kind = how;
        tick = ownTick();
        site = site();
    }

    /** An access of this thread with an operation. */
    void access(int how, int where, long offset, long bytes, int when) {
        if (agent > 0 && bytes > 0 && job.has(where, offset, bytes)) {
            tick = when;
            kind = how;
            site = site();
            domain = exclusion;
            job.shadow.access(this, where, offset, bytes);
            conflicts.report();
        }
    }

    /** {@return an access by an operation, for use at once} */
    Operation operation(int which, int operations, Stream fenced, int when) {
        operation.kind = which;
        operation.agent = operations;
        operation.fenced = fenced;
        operation.tick = when;
        operation.site = site();
        operation.domain = exclusion;
        return operation;
    }

    /** An access that goes on after the call: it follows what its thread has done, of its stream what is complete. */
    final class Operation extends Shadow.Access {
        private Stream fenced;
        private int target;

        @Override
        boolean follows(int otherAgent, int otherTick, int otherKind) {
            return otherAgent == agent && otherTick == tick
                || ThreadRaces.this.follows(otherAgent, otherTick, otherKind)
                || fenced != null && (otherKind & Shadow.WRITE) != 0
                && fenced.fenced(clock, target, otherAgent, otherTick);
        }

        @Override
        void conflicts(long other, int where, long from, long to) {
            conflicts.add(this, other, where, from, to);
        }

        /** It accesses memory, and goes to a PE. */
        void at(int to, int where, long offset, long bytes) {
            if (agent > 0 && bytes > 0 && job.has(where, offset, bytes)) {
                target = to;
                job.shadow.access(this, where, offset, bytes);
                conflicts.report();
            }
        }
    }

    // ---- order -------------------------------------------------------------------------------------------------

    @Override
    public boolean knows(int thread, int by, int when) {
        return by > 0 ? clock.covers(by, when) : thread == agent || clock.covers(thread, when);
    }

    @Override
    public void update(int thread, int by, int when, boolean all) {
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
        // A clock that stands for an older one may know a later fence; numbers that serve again, another ring.
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

    @Override
    public void everything() {
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
    public boolean tellsUse() {
        boolean told = tells;
        tells = false;
        return told;
    }

    /** The program begins a wait for a signal, and tells after it if it uses the value. */
    void tells() {
        tells = true;
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
    void uses(long value) {
        acquire(pe.pe, waitedAt, waitedBytes, value, null);
    }

    /** Takes over what a word carries whose value has been seen, by a wait or test where others would be enough. */
    void acquire(int where, long offset, int bytes, long value, LongPredicate enough) {
        job.carried.read(CarriedOrder.word(where, offset), value, enough, this);
        job.shadow.stores(where, offset, bytes, found -> {
            int by = Shadow.agent(found);
            int when = Shadow.tick(found);
            if (by != agent && enough != null && RaceDetector.STRICT) {
                job.reports.addWait(this, found, where, offset, bytes);
            }
            if (by != agent && !clock.covers(by, when)) {
                if (job.agents.kind(by) == Agents.THREAD) {
                    job.snapshots.join(clock, by, when);
                } else {
                    // A put stores its elements in any order: only these are there.
                    job.snapshots.join(clock, job.agents.thread(by), when);
                    seen(by, when, false);
                    job.shadow.forget(found, where, offset, bytes);
                }
            }
        });
    }

    /** What a word carries from now on: all that this thread has done. */
    void release(int where, long offset, int when, Effect effect, long value) {
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

    /** Others get to know what this thread knows and has done: with the latest tick that no access is later than. */
    void into(Clock other) {
        if (!newer || pe.hasUnseen) {
            operated = pe.countTick();
            newer = true;
        }
        other.join(clock);
        other.raise(agent, operated);
    }

    // ---- collectives -------------------------------------------------------------------------------------------

    @Override
    public void arrives(Participants who, Routine which, int from) {
        members = who;
        root = from;
        routine = which;
        call = pe.nextCall(who);
        arrivalSite = site();
        job.arrives(who, pe.pe, call, agent, operation());
    }

    @Override
    public void moves(Move what) {
        Collective.own(this, members, what);
    }

    @Override
    public void departs() {
        if (members == null) {
            return;
        }
        Participants who = members;
        members = null;
        for (int i = 0; i < who.size(); i++) {
            if (i == who.me() || !Collective.orders(routine, root, i, who.me())) {
                continue;
            }
            long arrival = job.arrived(who, who.world(i), call);
            update((int) (arrival >>> 32), 0, (int) arrival, false);
        }
        newer = true;
        met = routine;
        counts[met.ordinal()]++;
        meetingSite = arrivalSite;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.RaceDetector.Members;
import io.shmem4j.spi.RaceDetector.Move;
import io.shmem4j.spi.Routine;

/**
 * What one thread of a PE knows of all agents: its clock. Only the thread itself uses it, but for the clock, which
 * those threads share with the main thread that nobody was seen to start.
 *
 * <p>Its own accesses bear the tick of its latest operation that others may rely on, or a later one: an access after
 * such an operation gets a new tick, because who relies on the operation knows nothing of what came later.
 */
final class ThreadRaces extends Shadow.Access implements CarriedOrder.Reader {
    private final PeRaces pe;
    private final Job job;
    private final Clock clock;
    private final int[] place;
    private final Conflicts conflicts;
    private final Operation operation = new Operation();
    private boolean newer = true;
    private int meetings;
    /** Tick of a put whose signal follows, 0 for none. */
    int signalTick;
    private Routine routine;
    private Members members;
    private int call;
    private int root;

    ThreadRaces(PeRaces pe, int agent, Clock clock, boolean told) {
        this.pe = pe;
        this.job = pe.job;
        this.agent = agent;
        this.clock = clock;
        this.place = told ? ProgramSites.ofThread() : new int[1];
        this.conflicts = new Conflicts(this);
    }

    PeRaces pe() {
        return pe;
    }

    int agent() {
        return agent;
    }

    int meetings() {
        return meetings;
    }

    Clock clock() {
        return clock;
    }

    Conflicts conflicts() {
        return conflicts;
    }

    Routine routine() {
        return routine;
    }

    void begin(Routine which) {
        routine = which;
    }

    /** {@return whether there is a number for it} */
    boolean isTracked() {
        return agent > 0;
    }

    /** {@return the place of the program's call} */
    int site() {
        int told = place[0];
        return told != 0 ? job.sites.told(told) : job.sites.ofStack();
    }

    /** {@return the tick of an operation that others may rely on} */
    int operation() {
        newer = true;
        if (!clock.changed) {
            return pe.nextTick();
        }
        synchronized (clock) {
            int now = pe.nextTick();
            clock.changed = false;
            job.snapshots.write(agent, now, clock);
            return now;
        }
    }

    @Override
    boolean follows(int otherAgent, int otherTick) {
        return otherAgent == agent || clock.covers(otherAgent, otherTick);
    }

    @Override
    void conflicts(long other, int where, long from, long to) {
        conflicts.add(this, other, where, from, to);
    }

    /** An access of this thread itself. */
    void access(int how, int where, long offset, long bytes) {
        if (newer) {
            tick = pe.nextTick();
            newer = false;
        }
        access(how, where, offset, bytes, tick);
    }

    /** An access of this thread with an operation. */
    void access(int how, int where, long offset, long bytes, int when) {
        if (isTracked() && bytes > 0 && job.state.has(where, offset, bytes)) {
            tick = when;
            kind = how;
            site = site();
            job.shadow.access(this, where, offset, bytes);
            conflicts.report();
        }
    }

    /** {@return an access by an operation of a stream, for use at once} */
    Operation operation(int which, int operations, int fence, int when) {
        operation.kind = which;
        operation.agent = operations;
        operation.fence = fence;
        operation.tick = when;
        return operation;
    }

    /** An access that goes on after the call: it follows what its thread has done, of its stream what is complete. */
    final class Operation extends Shadow.Access {
        private int fence;

        @Override
        boolean follows(int otherAgent, int otherTick) {
            return otherAgent == agent && (otherTick == tick || fence != 0 && clock.tick(fence) >= otherTick)
                || ThreadRaces.this.follows(otherAgent, otherTick);
        }

        @Override
        void conflicts(long other, int where, long from, long to) {
            conflicts.add(this, other, where, from, to);
        }

        void at(int where, long offset, long bytes) {
            if (agent > 0 && bytes > 0 && job.state.has(where, offset, bytes)) {
                site = ThreadRaces.this.site();
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
            seen(by, when);
        }
    }

    /** An operation of a stream is complete, because its effect has been seen, and those before its last fence are. */
    private void seen(int operations, int when) {
        Clock then = new Clock();
        job.snapshots.join(then, job.agents.thread(operations), when);
        clock.raise(operations, then.tick(fence(operations)));
        clock.addPoint((long) operations << 32 | when);
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
            clock.raise(i, job.state.words.getIntAcquire(SharedState.TICKS + job.agents.pe(i) * 4L));
        }
    }

    /** Takes over what a word carries whose value has been seen. */
    void acquire(int where, long offset, int bytes, long value) {
        job.carried.read(CarriedOrder.word(where, offset), value, this);
        job.shadow.stores(where, offset, bytes, (by, when) -> {
            if (by != agent && !clock.covers(by, when)) {
                if (job.agents.kind(by) == Agents.THREAD) {
                    job.snapshots.join(clock, by, when);
                } else {
                    update(job.agents.thread(by), by, when, false);
                }
            }
        });
    }

    /** What a word carries from now on: all that this thread has done. */
    void release(int where, long offset, int when, boolean keeps, long value) {
        job.carried.update(CarriedOrder.word(where, offset), agent, 0, when, keeps, value, this);
    }

    void locked(long offset) {
        job.carried.read(CarriedOrder.lock(offset), 0, this);
    }

    void unlocks(long offset) {
        job.carried.update(CarriedOrder.lock(offset), agent, 0, operation(), false, 0, this);
    }

    /** Others get to know what this thread knows and has done. */
    void into(Clock other) {
        other.join(clock);
        other.raise(agent, operation());
    }

    /** Another thread of this PE has ended. */
    void joins(Thread other) {
        pe.joinThread(other, clock);
    }

    /** A thread that another one has started knows what that one knew. */
    void startsAfter(Clock start) {
        clock.join(start);
    }

    // ---- collectives -------------------------------------------------------------------------------------------

    void arrives(Members who, Routine which, int from) {
        members = who;
        root = from;
        routine = which;
        call = pe.nextCall(who);
        job.arrivals.write(who, pe.pe, call, agent, operation());
    }

    void moves(Move what) {
        Collective.own(this, members, what);
    }

    void departs() {
        if (members == null) {
            return;
        }
        Members who = members;
        members = null;
        for (int i = 0; i < who.size(); i++) {
            if (i == who.me() || !Collective.orders(routine, root, i, who.me())) {
                continue;
            }
            long arrival = job.arrivals.read(who, who.world(i), call);
            update((int) (arrival >>> 32), 0, (int) arrival, false);
        }
        meetings++;
    }
}

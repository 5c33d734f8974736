// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.Collectives;
import io.shmem4j.collective.CounterSync;
import io.shmem4j.collective.Group;
import io.shmem4j.collective.SystemCells;
import io.shmem4j.config.Debug;
import io.shmem4j.heap.FreeList;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One PE's library: what outlives a session between init and finalize.
 *
 * <p>The barrier of the end is apart from that of the beginning: {@code close} arrives at it without waiting,
 * {@code finish} waits, and the next init waits for everybody's arrival before it goes on. The lock is no monitor,
 * because a simulated PE must be able to hand over while it waits inside.
 */
final class Library {

    private final Backend backend;
    private final int pe;
    private final MemorySegment memory;
    private final long heapStart;
    private final FreeList heap;
    private final Group world;
    private final Collectives collectives;
    private final Collectives shared;
    private final CounterSync start;
    private final CounterSync end;
    private final Allocations allocations;
    private final Checkpoints checkpoints;
    private final TeamSlots slots;
    private final ActiveSets activeSets = new ActiveSets();
    private final List<Team> teams = new ArrayList<>();
    private volatile Team worldTeam;
    private volatile Team sharedTeam;
    private final ReentrantLock lock = new ReentrantLock();
    private ThreadCheck threads;
    private int users;
    private boolean ended;
    private volatile Shmem session;

    private Library(Backend backend) {
        readSwitches();
        this.backend = backend;
        this.pe = backend.pe();
        this.memory = JobMemory.slice(pe, 0, JobMemory.stride());
        this.heapStart = SystemLayout.heap(backend.nPes());
        this.heap = new FreeList(heapStart, backend.heapBytes());
        this.world = new Group(backend, 0, 1, backend.nPes(), pe, 0);
        this.collectives = new Collectives(world);
        this.shared = new Collectives(new Group(backend, 0, 1, backend.nPes(), pe, TeamSlots.SHARED));
        this.slots = new TeamSlots(backend);
        this.end = new CounterSync(world, SystemCells.END);
        this.start = new CounterSync(world, SystemCells.START);
        this.allocations = new Allocations(this);
        this.checkpoints = new Checkpoints(this);
    }

    /** Reads what checking, profiling and collectives are to do; errors in variables come as they are, not wrapped. */
    private static void readSwitches() {
        try {
            Hook.read();
            CollectiveOptions.environment();
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** {@return the calling PE's library} */
    static Library current() {
        Backend backend = Hosted.HOST.backend();
        // Two threads may be the first at once.
        synchronized (backend) {
            Library library = (Library) backend.library();
            if (library == null) {
                library = new Library(backend);
                backend.library(library);
            }
            return library;
        }
    }

    /** A call of this thread ends in an exception. */
    static void leaveThread() {
        ThreadCheck threads = current().threads;
        if (threads != null) {
            threads.leave();
        }
    }

    static int currentPe() {
        return Hosted.HOST.backend().pe();
    }

    /** Starts a session, or joins the running one. */
    Shmem init(ThreadLevel requested) {
        ThreadLevel level = backend.anyThread() || requested == ThreadLevel.SINGLE ? requested : ThreadLevel.FUNNELED;
        lock.lock();
        try {
            if (users == 0) {
                if (ended) {
                    end.await(WaitKind.FINISH);
                    heap.reset();
                    allocations.begin();
                }
                backend.enter(PeState.RUNNING);
                threads = new ThreadCheck(level);
                start.sync(WaitKind.INIT);
                worldTeam = adopt(new Team(this, collectives, TeamConfig.NONE, "the world team"));
                sharedTeam = adopt(new Team(this, shared, TeamConfig.NONE, "the shared team"));
                session = new Shmem(this, level);
                Hook.begin(backend);
                if (Debug.ON) {
                    Debug.say(pe, "initialised, threads " + level + ", backend " + backend.name());
                }
            }
            users++;
            return session;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether a session is running} */
    boolean running() {
        return session() != null;
    }

    /** {@return the running session, or null; never waits, so any thread may ask at any time} */
    Shmem session() {
        return session;
    }

    /** Leaves the session; the last user ends it. */
    void leave(boolean wait) {
        lock.lock();
        try {
            if (users > 1) {
                users--;
                if (wait) {
                    barrierAll();
                }
            } else if (users == 1) {
                endSession(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    private void endSession(boolean wait) {
        if (Check.FULL) {
            threads.end();
            session.inFlight().complete(null, 0);
        }
        if (wait) {
            Leaks.refusePrivateContexts(teams());
        }
        if (Check.FULL) {
            Leaks.report(pe, allocations.live(), teams(), this::isPredefined);
        }
        Hook.end(backend);
        backend.quiet();
        end.arrive();
        if (wait) {
            end.await(WaitKind.FINISH);
        }
        if (Debug.ON) {
            Debug.say(pe, (wait ? "finished" : "closed") + ", " + allocations.live().size() + " blocks not freed");
        }
        users = 0;
        ended = true;
        session.shut();
        session = null;
        endTeams();
        allocations.end();
        backend.enter(PeState.FINISHED);
    }

    private void endTeams() {
        for (Team team : teams()) {
            if (!team.isDestroyed() && !isPredefined(team)) {
                slots.release(team.anyGroup());
            }
            team.markDestroyed();
            team.contexts().forEach(Context::shut);
        }
        synchronized (teams) {
            teams.clear();
        }
    }

    /** {@return the teams that exist now} */
    private List<Team> teams() {
        synchronized (teams) {
            return List.copyOf(teams);
        }
    }

    ThreadCheck threads() {
        return threads;
    }

    /** Keeps a team, to end it with the session. */
    Team adopt(Team team) {
        synchronized (teams) {
            teams.removeIf(Team::isDestroyed);
            teams.add(team);
        }
        if (Debug.ON) {
            Debug.say(pe, "is member " + team.myPe() + " of " + team);
        }
        return team;
    }

    Team worldTeam() {
        return worldTeam;
    }

    Team sharedTeam() {
        return sharedTeam;
    }

    boolean isPredefined(Team team) {
        return team == worldTeam || team == sharedTeam;
    }

    ActiveSets activeSets() {
        return activeSets;
    }

    TeamSlots slots() {
        return slots;
    }

    void barrierAll() {
        complete();
        worldTeam.sync(Routine.BARRIER_ALL, WaitKind.BARRIER);
    }

    void syncAll() {
        worldTeam.sync(Routine.SYNC_ALL, WaitKind.SYNC);
    }

    void allocationBarrier(WaitKind kind) {
        complete();
        collectives.sync(kind);
    }

    /** Completes the updates of the default context. */
    void complete() {
        if (Check.FULL) {
            session.inFlight().complete(null, 0);
        }
        backend.quiet();
    }

    Backend backend() {
        return backend;
    }

    int pe() {
        return pe;
    }

    MemorySegment memory() {
        return memory;
    }

    long heapStart() {
        return heapStart;
    }

    FreeList heap() {
        return heap;
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    Allocations allocations() {
        return allocations;
    }

    private static final class Hosted {
        static final Host HOST = Host.find();
    }
}

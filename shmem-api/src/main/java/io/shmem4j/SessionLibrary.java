// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.CounterSync;
import io.shmem4j.collective.team.Group;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.config.Debug;
import io.shmem4j.engine.CallComparison;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.TeamSlots;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.error.SymmetricMismatchException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Undisturbed;
import io.shmem4j.spi.WaitKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * One PE's library with its sessions: an init begins a session, and the last finish or close ends it.
 *
 * <p>The barrier at the end is separate from the one at the start: {@code close} arrives at it without waiting,
 * {@code finish} waits, and the next init waits until all PEs have arrived. Two locks let a thread close the session
 * while another one waits in {@code finish} or {@code recover}: the first is held during such a call, the second only
 * while the session's state changes. They are not monitors, because a simulated PE must let other PEs run while it
 * waits inside.
 */
final class SessionLibrary extends Library {
    private CounterSync start;
    private CounterSync end;
    final ActiveSets activeSets = new ActiveSets();
    private final List<Team> teams = new ArrayList<>();
    private volatile Team worldTeam;
    private volatile Team sharedTeam;
    /** The team of the last call of survivors, or null. */
    private Team survivors;
    /** Admits one thread at a time to the calls that wait for all PEs; taken before {@link #lock}. */
    private final ReentrantLock meetings = new ReentrantLock();
    /** Guards the session's state; nothing waits for other PEs with it while there is a session. */
    private final ReentrantLock lock = new ReentrantLock();
    private ThreadLevel.Guard threads;
    private int users;
    private boolean ended;
    /** Whether this PE has closed its last session, without waiting. */
    private boolean leftAlone;
    /** Whether a thread is in finish and has arrived at the session's end. */
    private volatile boolean finishing;
    /** Whether a team's mismatch has been reported; a loop that makes teams reports one. */
    private boolean reportedTeam;
    private volatile Shmem session;
    private boolean firstIncarnation = true;
    /** Each PE's incarnation at the last meeting, in a fault-tolerant job. */
    private int[] met;

    private SessionLibrary(Backend backend) {
        super(backend);
        meetAnew();
    }

    /** Reads the settings of checking, profiling and collectives; throws errors in them unwrapped. */
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
    static SessionLibrary current() {
        Backend backend = Undisturbed.call(Library::currentBackend);
        // Two threads may make the first call at the same time.
        synchronized (backend) {
            SessionLibrary library = (SessionLibrary) backend.attached().library();
            if (library == null) {
                readSwitches();
                library = new SessionLibrary(backend);
                backend.attached().library(library);
            }
            return library;
        }
    }

    /** Starts a session, or joins the running one. */
    Shmem init(ThreadLevel requested) {
        ThreadLevel level = backend().anyThread() || requested == ThreadLevel.SINGLE ? requested : ThreadLevel.FUNNELED;
        meetings.lock();
        lock.lock();
        try {
            if (users == 0) {
                if (ended) {
                    backend().checkAbort();
                    if (backend().lives() == null) {
                        end.await(WaitKind.FINISH);
                    } else {
                        if (leftAlone) {
                            endTogether(true);
                        }
                        backend().lives().begin();
                    }
                    heap().reset();
                    allocations().begin();
                }
                backend().enter(PeState.RUNNING);
                threads = new ThreadLevel.Guard(level);
                if (Check.RACES) {
                    RaceDetector.of(backend()).arrives(world(), Routine.SYNC_ALL, -1);
                }
                meetFirst();
                if (Check.RACES) {
                    RaceDetector.of(backend()).departs();
                }
                world().calls().reset();
                worldTeam = adopt(new Team(this, collectives(), TeamConfig.NONE, "the world team"));
                sharedTeam = adopt(new Team(this, sharedCollectives(), TeamConfig.NONE, "the shared team"));
                session = new Shmem(this, level);
                closedAt(null);
                Hook.begin(backend());
                if (Debug.ON) {
                    Debug.say(pe(), "initialised, threads " + level + ", backend " + backend().name());
                }
            }
            users++;
            return session;
        } finally {
            lock.unlock();
            meetings.unlock();
        }
    }

    private void meetAnew() {
        end = new CounterSync(world(), SystemCells.END);
        start = new CounterSync(world(), SystemCells.START);
    }

    /** Waits for all PEs; later incarnations do not wait. */
    private void meetFirst() {
        Lives lives = backend().lives();
        if (lives != null && Check.FULL) {
            throw new IllegalArgumentException("SHMEM_CHECK above 1 compares calls, which a death may cut: set it "
                + "to 1 in a job that outlives its PEs");
        }
        if (lives == null || ended) {
            start.sync(WaitKind.INIT);
        } else {
            firstIncarnation = !lives.haveAllMet() && lives.awaitAll(Long.MAX_VALUE, this::clearCells) == 1;
            note(lives);
        }
    }

    private void note(Lives lives) {
        met = new int[backend().nPes()];
        Arrays.setAll(met, lives::lifeAtRecovery);
    }

    /** Clears the cells of the predefined teams on all PEs, while no PE uses them. */
    private void clearCells() {
        TeamSlots.clear(backend(), TeamSlots.WORLD);
        TeamSlots.clear(backend(), TeamSlots.SHARED);
    }

    @Override
    protected void meetAgain() {
        recover(Times.RECOVERY_NANOS, lives().isStartedByOthers());
    }

    /**
     * Meets all PEs if one has died since the last meeting, which may have been in an allocation or by another thread.
     * Ends the teams with a dead member and restarts the collectives of the other teams.
     */
    void recover(long nanos) {
        recover(nanos, false);
    }

    /** {@code alone} makes a PE that others keep waiting throw, instead of ending the job. */
    private void recover(long nanos, boolean alone) {
        refuseLimit("a meeting of all PEs");
        meetings.lock();
        try {
            Lives lives = lives();
            boolean meets = world().contains(pe -> lives.isFallen(pe) || !lives.isAlive(pe));
            if (meets) {
                if (!alone) {
                    lives.awaitAll(nanos, this::clearCells);
                } else if (!lives.awaitAllOrLeave(nanos, this::clearCells)) {
                    throw new SymmetricMismatchException(Fault.where() + moreThanBefore()
                        + ", and the other PEs have not called recover() within "
                        + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s to do the same");
                }
            }
            // An error may have cut off this thread when all had met.
            if (meets || world().contains(pe -> met[pe] != lives.lifeAtRecovery(pe))) {
                locked(() -> beginAnew(lives));
            }
        } finally {
            meetings.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    private void beginAnew(Lives lives) {
        backend().attached().cut(null);
        int[] before = met;
        note(lives);
        IntPredicate died = pe -> before[pe] != met[pe];
        renewCollectives();
        meetAnew();
        worldTeam.renew(collectives());
        sharedTeam.renew(sharedCollectives());
        endTeamsOf(died);
    }

    private void endTeamsOf(IntPredicate died) {
        for (Team team : teams()) {
            if (!team.isFreed() && !isPredefined(team) && team.anyGroup().contains(died)) {
                team.markFreed();
                slots().decline(team.anyGroup().slot());
            }
        }
        slots().forget(died);
    }

    private Lives lives() {
        if (backend().lives() == null) {
            throw new IllegalStateException(Fault.where() + ": this job ends when a PE dies; oshrun --respawn N starts "
                + "one that goes on");
        }
        return backend().lives();
    }

    /** {@return the team of the survivors, who all make this call} Ends the team that an earlier call returned. */
    Team survivors(long nanos) {
        refuseLimit("survivors");
        Lives lives = lives();
        if (lives.isFallen(pe())) {
            throw new IllegalStateException(Fault.where() + ": this PE has come back and has not met the others yet; "
                + "call recover()");
        }
        int[] here = lives.awaitSurvivors(nanos, () -> TeamSlots.clear(backend(), TeamSlots.LIVING));
        endTeamsOf(pe -> Arrays.binarySearch(here, pe) < 0);
        if (survivors != null) {
            survivors.markFreed();
        }
        Group group = Group.of(backend(), here, Arrays.binarySearch(here, pe()), TeamSlots.LIVING);
        survivors = adopt(new Team(this, new Collectives(group), TeamConfig.NONE, "the team of " + here.length
            + " survivors"));
        return survivors;
    }

    /** Calls a listener for each later death, in a thread that ends with the session. */
    void onDeath(Consumer<PeFailedException> listener) {
        new DeathWatch(this, lives(), listener).start();
    }

    /** {@return whether no earlier incarnation of this PE has initialised the library} */
    boolean isFirstIncarnation() {
        return firstIncarnation;
    }

    /** {@return the running session, or null} The call never waits, so any thread may make it at any time. */
    Shmem session() {
        return session;
    }

    /** Leaves the session without waiting for other PEs; the last user ends it. */
    void close() {
        locked(() -> {
            if (users > 1) {
                users--;
            } else if (users == 1) {
                if (!finishing) {
                    requireFirstThread();
                    arrive(false);
                } else if (backend().lives() != null) {
                    backend().lives().closeAlone();
                }
                endSession(false);
            }
        });
    }

    /** Leaves the session; the last user ends it, and waits for all PEs. */
    void finish() {
        refuseLimit("finish");
        meetings.lock();
        try {
            int left = leaveOrArrive();
            if (left > 0) {
                barrierAll();
            } else if (left == 0) {
                awaitEnd();
                locked(this::endUnlessClosed);
            }
        } finally {
            meetings.unlock();
        }
    }

    /** {@return the users besides the caller, which arrives at the end if there are none; -1 without a session} */
    private int leaveOrArrive() {
        lock.lock();
        try {
            if (users > 1) {
                users--;
                return users;
            }
            if (users == 1) {
                requireFirstThread();
                arrive(true);
                finishing = true;
            }
            return users - 1;
        } finally {
            lock.unlock();
        }
    }

    private void requireFirstThread() {
        if (Check.FULL) {
            threads.end();
        }
    }

    private void awaitEnd() {
        if (backend().lives() == null) {
            end.await(WaitKind.FINISH);
            return;
        }
        try {
            endTogether(true);
        } catch (PeFailedException e) {
            finishing = false;
            throw e;
        }
    }

    private void endUnlessClosed() {
        if (users > 0) {
            endSession(true);
        } else {
            leftAlone = false;
        }
    }

    /** Ends a session at the end of the process, unless another thread is ending it. */
    void leaveAtExit() {
        if (lock.tryLock()) {
            try {
                if (users > 0 && !finishing) {
                    arrive(false);
                    endSession(false);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Completes this PE's updates and arrives at the session's end; in a fault-tolerant job finish arrives later. */
    private void arrive(boolean wait) {
        if (wait) {
            Leaks.refusePrivateContexts(teams());
        }
        if (JobMemory.direct(pe())) {
            backend().putLong(pe(), SystemLayout.COLLECTIVES_BEGUN, world().calls().begun());
        }
        // PEs of other nodes no longer answer when the job has failed, so nothing can be completed.
        boolean alone = !wait && failed();
        List<String> gets = Check.FULL ? inFlight().gets() : List.of();
        if (!alone) {
            completeContexts();
        }
        if (Check.FULL) {
            new Leaks(this, gets, wait).report(teams());
        }
        Hook.end(backend());
        if (alone) {
            return;
        }
        if (backend().lives() == null) {
            arriveAtEnd(wait);
        } else if (!wait) {
            endTogether(false);
        }
    }

    private void endSession(boolean wait) {
        finishing = false;
        leftAlone = !wait;
        if (Debug.ON) {
            Debug.say(pe(), (wait ? "finished" : "closed") + ", " + allocations().live().size() + " blocks not freed");
        }
        String site = Fault.callSite();
        users = 0;
        ended = true;
        try {
            closedAt(site);
            shutSections();
            session.shut();
            session = null;
            endTeams();
            allocations().end(site);
            backend().enter(PeState.FINISHED);
        } catch (RuntimeException | Error e) {
            // Others wait for the end of this PE.
            backend().enter(PeState.FINISHED);
            throw e;
        }
    }

    /** {@return whether JVMs have joined the job, and it has failed} */
    boolean failed() {
        try {
            backend().checkAbort();
            return false;
        } catch (JobFailedException e) {
            return true;
        } catch (JobAbortedException e) {
            return false;
        }
    }

    /** The last PE to arrive reports how the PEs' collectives differ, unless each call has been compared already. */
    private void arriveAtEnd(boolean finishing) {
        boolean compares = comparesAtEnds();
        CallComparison calls = CallComparison.ofWorld(world());
        if (compares) {
            calls.publish();
        }
        if (end.enter()) {
            if (compares) {
                Leaks.tell(backend(), calls.difference(), finishing);
            }
            end.publish();
        }
    }

    /** Ends a session of a fault-tolerant job. */
    private void endTogether(boolean wait) {
        boolean compares = comparesAtEnds();
        CallComparison calls = CallComparison.ofWorld(world());
        if (compares) {
            calls.publish();
        }
        Lives lives = lives();
        if (!wait && lives.closeAlone()) {
            return;
        }
        boolean all = lives.end(wait, () -> {
            if (compares) {
                Leaks.tell(backend(), calls.difference(), wait);
            }
        });
        if (!all) {
            throw lives.failure(WaitKind.FINISH);
        }
    }

    /** Not where the backend observes each access: the comparison's accesses would count as the program's. */
    private boolean comparesAtEnds() {
        return Check.ARGUMENTS && !Check.FULL && JobMemory.direct(pe());
    }

    /** Leaves a team; the last member reports how the members' collectives differ, as at a session's end. */
    void leave(Team team) {
        if (comparesAtEnds()) {
            String difference = CallComparison.ofTeam(team.anyGroup(), team.toString()).leave();
            if (!difference.isEmpty() && !reportedTeam) {
                reportedTeam = true;
                Leaks.tell(backend(), difference, false);
            }
        }
        slots().release(team.collectives);
    }

    /** Completes the updates of all open contexts, which end with the session. */
    private void completeContexts() {
        if (Check.FULL) {
            teams().forEach(team -> team.contexts().forEach(Context::complete));
        }
        complete();
    }

    private void endTeams() {
        for (Team team : teams()) {
            if (!team.isFreed() && !isPredefined(team)) {
                leave(team);
            }
            team.markFreed();
            team.contexts().forEach(Context::shut);
        }
        synchronized (teams) {
            teams.clear();
        }
    }

    /** {@return the existing teams} */
    private List<Team> teams() {
        synchronized (teams) {
            return List.copyOf(teams);
        }
    }

    @Override
    protected void enterThread() {
        threads.enter();
    }

    @Override
    protected void leaveThread() {
        if (threads != null) {
            threads.leave();
        }
    }

    @Override
    public void checkThread() {
        threads.check();
    }

    @Override
    protected void meet(Routine routine, String arguments) {
        worldTeam.meet(routine, arguments);
    }

    /** Registers a team, which ends with the session at the latest. */
    Team adopt(Team team) {
        synchronized (teams) {
            teams.removeIf(Team::isFreed);
            teams.add(team);
        }
        if (Debug.ON) {
            Debug.say(pe(), "is member " + team.myPe() + " of " + team);
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

    @Override
    protected void barrierAll() {
        complete();
        worldTeam.sync(Routine.BARRIER_ALL, WaitKind.BARRIER);
    }

    void syncAll() {
        worldTeam.sync(Routine.SYNC_ALL, WaitKind.SYNC);
    }

    @Override
    public void complete() {
        if (Check.FULL) {
            session.complete();
        }
        (Check.RACES ? session.backend : backend()).quiet();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.team.CounterSync;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.config.Debug;
import io.shmem4j.engine.CallComparison;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.PeFailedException;
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
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

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
    final SessionTeams teams = new SessionTeams(this);
    final Recovery recovery = new Recovery(this);
    /** Admits one thread at a time to the calls that wait for all PEs; taken before {@link #lock}. */
    private final ReentrantLock meetings = new ReentrantLock();
    /** Guards the session's state; its owner waits for other PEs only while there is no session. */
    private final ReentrantLock lock = new ReentrantLock();
    private ThreadLevel.Guard threads;
    private int users;
    private boolean ended;
    /** Whether this PE's last session ended by close, which does not wait. */
    private boolean leftAlone;
    /** Whether a thread is in finish and has arrived at the session's end. */
    private volatile boolean finishing;
    private volatile Shmem session;

    private SessionLibrary(Backend backend) {
        super(backend);
        renewBarriers();
    }

    /** Reads the settings of checking, profiling and collectives; errors in them are thrown unwrapped. */
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
                teams.begin(collectives(), sharedCollectives());
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

    private void renewBarriers() {
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
            recovery.meetFirst(lives);
        }
    }

    @Override
    protected void meetAgain() {
        recover(Times.RECOVERY_NANOS, lives().isStartedByOthers());
    }

    /** Meets all PEs, see {@link Recovery#recover}. */
    void recover(long nanos, boolean alone) {
        refuseLimit("a meeting of all PEs");
        meetings.lock();
        try {
            recovery.recover(nanos, alone);
        } finally {
            meetings.unlock();
        }
    }

    /** Restarts barriers and the predefined teams after a meeting of all PEs. */
    void restartCollectives() {
        renewCollectives();
        renewBarriers();
        teams.renew(collectives(), sharedCollectives());
    }

    void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    Lives lives() {
        if (backend().lives() == null) {
            throw new IllegalStateException(Fault.where() + ": this job ends when a PE dies; oshrun --respawn N starts "
                + "one that continues");
        }
        return backend().lives();
    }

    /** {@return the running session, or null} Never waits; any thread may call it at any time. */
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

    /** {@return the number of other users, -1 without a session} The last user arrives at the session's end. */
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
            Leaks.refusePrivateContexts(teams.all());
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
            new Leaks(this, gets, wait).report(teams.all());
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
            progress().end();
            session.shut();
            session = null;
            teams.end();
            allocations().end(site);
            backend().enter(PeState.FINISHED);
        } catch (RuntimeException | Error e) {
            // Other PEs wait for the end of this one.
            backend().enter(PeState.FINISHED);
            throw e;
        }
    }

    /** {@return whether this is a job of joined JVMs, and has failed} */
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
                Leaks.print(backend(), calls.difference(), finishing);
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
                Leaks.print(backend(), calls.difference(), wait);
            }
        });
        if (!all) {
            throw lives.failure(WaitKind.FINISH);
        }
    }

    /** False if the backend observes each access: those of the comparison would count as the program's. */
    boolean comparesAtEnds() {
        return Check.ARGUMENTS && !Check.FULL && JobMemory.direct(pe());
    }

    /** Completes the updates of all open contexts, which end with the session. */
    private void completeContexts() {
        if (Check.FULL) {
            teams.all().forEach(team -> team.contexts().forEach(Context::complete));
        }
        complete();
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
        teams.world().meet(routine, arguments);
    }

    @Override
    protected void barrierAll() {
        complete();
        teams.world().sync(Routine.BARRIER_ALL, WaitKind.BARRIER);
    }

    void syncAll() {
        teams.world().sync(Routine.SYNC_ALL, WaitKind.SYNC);
    }

    @Override
    public void complete() {
        if (Check.FULL) {
            session.complete();
        }
        (Check.RACES ? session.backend : backend()).quiet();
    }
}

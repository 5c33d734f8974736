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
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Undisturbed;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One PE's library with its sessions: what an init makes and the last finish or close ends.
 *
 * <p>The barrier of the end is apart from that of the beginning: {@code close} arrives at it without waiting,
 * {@code finish} waits, and the next init waits for everybody's arrival before it goes on. The lock is no monitor,
 * because a simulated PE must be able to hand over while it waits inside.
 */
final class SessionLibrary extends Library {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Most time that PEs wait for one another after a death, if they say nothing else. */
    static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(60);

    private CounterSync start;
    private CounterSync end;
    private final ActiveSets activeSets = new ActiveSets();
    private final List<Team> teams = new ArrayList<>();
    private volatile Team worldTeam;
    private volatile Team sharedTeam;
    /** Null before the first. */
    private Team survivors;
    private final ReentrantLock lock = new ReentrantLock();
    private ThreadLevel.Check threads;
    private int users;
    private boolean ended;
    /** Whether this PE has left its last session without waiting. */
    private boolean leftAlone;
    /** One report is enough where a loop makes teams. */
    private boolean toldOfTeam;
    private volatile Shmem session;
    private boolean firstIncarnation = true;
    /** The life of each PE at the last meeting, in a job that outlives them. */
    private int[] met;

    private SessionLibrary(Backend backend) {
        super(backend);
        meetAnew();
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
    static SessionLibrary current() {
        Backend backend = Undisturbed.call(Library::currentBackend);
        // Two threads may be the first at once.
        synchronized (backend) {
            SessionLibrary library = (SessionLibrary) backend.library();
            if (library == null) {
                readSwitches();
                library = new SessionLibrary(backend);
                backend.library(library);
            }
            return library;
        }
    }

    /** Starts a session, or joins the running one. */
    Shmem init(ThreadLevel requested) {
        ThreadLevel level = backend().anyThread() || requested == ThreadLevel.SINGLE ? requested : ThreadLevel.FUNNELED;
        lock.lock();
        try {
            if (users == 0) {
                if (ended) {
                    backend().checkAbort();
                    if (backend().lives() == null) {
                        end.await(WaitKind.FINISH);
                    } else if (leftAlone) {
                        endTogether(true);
                    }
                    heap().reset();
                    allocations().begin();
                }
                backend().enter(PeState.RUNNING);
                threads = new ThreadLevel.Check(level);
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
        }
    }

    private void meetAnew() {
        end = new CounterSync(world(), SystemCells.END);
        start = new CounterSync(world(), SystemCells.START);
    }

    /** Waits for all PEs; in a later life than the first one for nobody. */
    private void meetFirst() {
        Lives lives = backend().lives();
        if (lives != null && Check.FULL) {
            throw new IllegalArgumentException("SHMEM_CHECK above 1 compares calls, which a death may cut: set it "
                + "to 1 in a job that outlives its PEs");
        }
        if (lives == null || ended) {
            start.sync(WaitKind.INIT);
        } else {
            firstIncarnation = !lives.haveMet() && lives.meet(Long.MAX_VALUE, this::clearCells) == 1;
            note(lives);
        }
    }

    private void note(Lives lives) {
        met = new int[backend().nPes()];
        Arrays.setAll(met, lives::met);
    }

    /** Clears the cells of the predefined teams on all PEs; no PE uses them now. */
    private void clearCells() {
        clearCells(TeamSlots.WORLD, TeamSlots.SHARED);
    }

    private void clearCells(int... cleared) {
        int nPes = backend().nPes();
        for (int slot : cleared) {
            long at = SystemLayout.slot(slot, nPes);
            for (int pe = 0; pe < nPes; pe++) {
                backend().segment(pe, at, SystemLayout.scratch(slot, nPes) - at).fill((byte) 0);
            }
        }
    }

    @Override
    protected void meetAgain() {
        recover(RECOVERY_NANOS);
    }

    /**
     * Meets all PEs if one has died: this PE may have met the others in an allocation already, or by another thread.
     * Teams with a PE that has died since the last meeting are no more, collectives of the others begin anew.
     */
    void recover(long nanos) {
        refuseLimit("a meeting of all PEs");
        lock.lock();
        try {
            Lives lives = lives();
            if (world().contains(pe -> lives.fallen(pe) || !lives.lives(pe))) {
                lives.meet(nanos, this::clearCells);
                beginAnew(lives);
            }
        } finally {
            lock.unlock();
        }
    }

    private void beginAnew(Lives lives) {
        backend().cut(null);
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
            if (!team.isDestroyed() && !isPredefined(team) && team.anyGroup().contains(died)) {
                team.markDestroyed();
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

    /** {@return the team of the PEs that live, which all have called this} The one before it is no more. */
    Team survivors(long nanos) {
        refuseLimit("survivors");
        Lives lives = lives();
        if (lives.fallen(pe())) {
            throw new IllegalStateException(Fault.where() + ": this PE has come back and has not met the others yet; "
                + "call recover()");
        }
        int[] here = lives.gather(nanos, () -> clearCells(TeamSlots.LIVING));
        endTeamsOf(pe -> Arrays.binarySearch(here, pe) < 0);
        if (survivors != null) {
            survivors.markDestroyed();
        }
        Group group = Group.of(backend(), here, Arrays.binarySearch(here, pe()), TeamSlots.LIVING);
        survivors = adopt(new Team(this, new Collectives(group), TeamConfig.NONE, "the team of " + here.length
            + " survivors"));
        return survivors;
    }

    /** Calls a listener at each death from now on, in a thread that ends with the session. */
    void onDeath(Consumer<PeFailedException> listener) {
        Lives lives = lives();
        if (!backend().anyThread()) {
            throw new IllegalStateException(Fault.where() + ": a listener has a thread of its own, and here only the "
                + "PE's own may call the library; call isAlive(pe)");
        }
        Shmem told = session;
        int[] deaths = IntStream.range(0, backend().nPes()).map(lives::deaths).toArray();
        Thread thread = new Thread(() -> tell(listener, told, lives, deaths), "shmem4j deaths");
        thread.setDaemon(true);
        thread.start();
    }

    private void tell(Consumer<PeFailedException> listener, Shmem told, Lives lives, int[] deaths) {
        while (goesOn(told)) {
            for (int pe = 0; pe < deaths.length; pe++) {
                int now = lives.deaths(pe);
                if (now != deaths[pe]) {
                    deaths[pe] = now;
                    listener.accept(new PeFailedException("PE " + pe() + " hears of a death", pe,
                        lives.lastProcess(pe), lives.lastEnd(pe)));
                }
            }
            Waiter.park(LOOK_NANOS);
        }
    }

    private boolean goesOn(Shmem told) {
        try {
            // A check in a job that JVMs have joined also finds the dead.
            backend().checkAbort();
            return session == told;
        } catch (ShmemException | IllegalStateException e) {
            return false;
        }
    }

    /** {@return whether no earlier life of this PE has met the others} */
    boolean isFirstIncarnation() {
        return firstIncarnation;
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
        if (wait) {
            refuseLimit("finish");
        }
        lock.lock();
        try {
            if (users > 1) {
                users--;
                if (wait) {
                    barrierAll();
                }
            } else if (users == 1) {
                if (Check.FULL) {
                    threads.end();
                }
                endSession(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends a session that the program has left to the end of the process; a thread that is ending one goes first. */
    void leaveAtExit() {
        if (lock.tryLock()) {
            try {
                if (users > 0) {
                    endSession(false);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void endSession(boolean wait) {
        if (wait) {
            Leaks.refusePrivateContexts(teams());
        }
        // PEs of other nodes, to whom something may be on its way, answer no more when the job has failed.
        boolean alone = !wait && failed();
        List<String> gets = Check.FULL ? inFlight().gets() : List.of();
        if (!alone) {
            completeContexts();
        }
        if (Check.FULL) {
            new Leaks(this, gets, wait).report(teams());
        }
        Hook.end(backend());
        if (backend().lives() != null) {
            if (!alone && (wait || !backend().lives().closes())) {
                endTogether(wait);
            }
        } else {
            if (!alone) {
                arriveAtEnd(wait);
            }
            if (wait) {
                end.await(WaitKind.FINISH);
            }
        }
        leftAlone = !wait;
        if (Debug.ON) {
            Debug.say(pe(), (wait ? "finished" : "closed") + ", " + allocations().live().size() + " blocks not freed");
        }
        users = 0;
        ended = true;
        String site = Fault.callSite();
        closedAt(site);
        session.shut();
        session = null;
        endTeams();
        allocations().end(site);
        backend().enter(PeState.FINISHED);
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

    /** The last PE to arrive says where the PEs' collectives differ, if nobody has compared each call. */
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

    /** Ends a session of a job that outlives its PEs. */
    private void endTogether(boolean wait) {
        boolean compares = comparesAtEnds();
        CallComparison calls = CallComparison.ofWorld(world());
        if (compares) {
            calls.publish();
        }
        Lives lives = lives();
        boolean all = lives.end(wait, () -> {
            if (compares) {
                Leaks.tell(backend(), calls.difference(), wait);
            }
        });
        if (!all) {
            throw lives.failure(pe(), backend().nPes(), WaitKind.FINISH);
        }
    }

    private static boolean comparesAtEnds() {
        return Check.ARGUMENTS && !Check.FULL && !JobMemory.charged();
    }

    /** Leaves a team; the last member to leave says where their collectives differ, as at a session's end. */
    void leave(Team team) {
        if (comparesAtEnds()) {
            String difference = CallComparison.ofTeam(team.anyGroup(), team.toString()).leave();
            if (!difference.isEmpty() && !toldOfTeam) {
                toldOfTeam = true;
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
            if (!team.isDestroyed() && !isPredefined(team)) {
                leave(team);
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

    /** Keeps a team, to end it with the session. */
    Team adopt(Team team) {
        synchronized (teams) {
            teams.removeIf(Team::isDestroyed);
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

    ActiveSets activeSets() {
        return activeSets;
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

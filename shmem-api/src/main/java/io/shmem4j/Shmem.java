// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.engine.Allocations;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A PE's handle on the library, and its default context.
 *
 * <pre>{@code
 * try (Shmem shmem = Shmem.init()) {
 *     SymmetricLongs ring = shmem.allocateLongs(1);
 *     shmem.p(ring, 0, shmem.myPe(), (shmem.myPe() + 1) % shmem.nPes());
 *     shmem.barrierAll();
 *     System.out.println(ring.get(0));
 * }
 * }</pre>
 */
public final class Shmem extends Context implements Allocation {
    final Heap heap = new Heap(this);
    private final SessionLibrary sessions;
    private final ThreadLevel threadLevel;

    Shmem(SessionLibrary library, ThreadLevel threadLevel) {
        super(library, 0, 1, library.backend().nPes(), null);
        this.sessions = library;
        this.threadLevel = threadLevel;
    }

    /**
     * Initialises the library, {@code shmem_init}. Collective; waits for all PEs. Calls may be nested, each with its
     * own {@link #finish} or {@link #close}. After the last of these the library may be initialised again.
     *
     * <p>In a JVM without a launcher the call makes a job of one PE. If {@code SHMEM_JOIN} is set, it joins the job of
     * that name, see {@link Join}.
     *
     * @return this PE's handle
     */
    public static Shmem init() {
        return init(ThreadLevel.MULTIPLE);
    }

    /**
     * Initialises the library for threads, {@code shmem_init_thread}.
     *
     * @param requested how the program's threads will call the library
     * @return this PE's handle; {@link #threadLevel} returns the provided level
     */
    public static Shmem init(ThreadLevel requested) {
        if (Setting.JOIN.isSet() && isOutsideJob()) {
            return Join.fromEnvironment().init(requested);
        }
        if ((Setting.VERSION.isSet() || Setting.INFO.isSet()) && Library.currentPe() == 0 && !initialized()) {
            System.out.println(Version.name() + ", OpenSHMEM " + Version.major() + "." + Version.minor());
            if (Setting.INFO.isSet()) {
                System.out.print(SettingTable.describe());
            }
        }
        return SessionLibrary.current().init(requested);
    }

    /**
     * Runs a program on PEs that are threads of this JVM, for unit tests, debuggers and JShell. It needs no launcher,
     * and returns when the last PE has ended. {@link #init} and {@link #current} return the handle of the PE that the
     * calling thread, or the thread that started it, works for. The PEs share everything else, including static fields.
     *
     * <pre>{@code
     * Shmem.run(4, () -> Stencil.main(args));
     * }</pre>
     *
     * <p>A JVM runs one such job at a time, and any number of them one after another. A PE can't start another job.
     *
     * @param nPes    number of PEs
     * @param program the program, which each PE runs
     * @throws io.shmem4j.error.JobFailedException if a PE fails, ends with a status other than 0, or all PEs wait for
     *                                             ever
     */
    public static void run(int nPes, Program program) {
        Library.host().run(nPes, Objects.requireNonNull(program, "Shmem.run: the program is null")::run);
    }

    /**
     * Joins a job of JVMs without a launcher, with the default options of {@link Join#named}. The first JVM creates the
     * job, the others find it by its name, and the call returns when all PEs have joined.
     *
     * @param name the job's name: letters, digits, '-' and '_'
     * @param pe   number of this PE, from 0
     * @param nPes number of all PEs
     * @return this PE's handle
     * @throws io.shmem4j.error.JobFailedException if a PE dies, does not join within 60 s, or joins with other options
     */
    public static Shmem join(String name, int pe, int nPes) {
        return Join.named(name).pe(pe).pes(nPes).init();
    }

    /** {@return whether the library is initialised ({@code shmem_query_initialized})} */
    public static boolean initialized() {
        return !isOutsideJob() && SessionLibrary.current().session() != null;
    }

    /** {@return whether the calling thread belongs to no PE} Does not make the thread a PE. */
    private static boolean isOutsideJob() {
        return !Setting.JOB_DIR.isSet() && Library.host().ownBackend() == null;
    }

    /** {@return the handle of the running session, for code without a reference to it} */
    public static Shmem current() {
        if (isOutsideJob()) {
            throw new NotInitializedException("current called at " + CallSite.place()
                + ": the library is not initialised; call Shmem.init() or Shmem.join() first");
        }
        Shmem session = SessionLibrary.current().session();
        if (session == null) {
            throw Fault.notInitialized();
        }
        return session;
    }

    /** {@return this PE's number ({@code shmem_my_pe})} */
    public int myPe() {
        requireOpen();
        return me;
    }

    /** {@return number of PEs ({@code shmem_n_pes})} */
    public int nPes() {
        requireOpen();
        return size();
    }

    /** {@return the thread level provided ({@code shmem_query_thread})} */
    public ThreadLevel threadLevel() {
        requireOpen();
        return threadLevel;
    }

    /**
     * {@return whether a PE is alive} In a fault-tolerant job, a PE that died counts as alive again once its next
     * incarnation has initialised the library. Other jobs end with the first death. The call does not wait, and any
     * thread may make it.
     *
     * @param pe its number
     */
    public boolean isAlive(int pe) {
        int target = world(pe);
        return backend.lives() == null || backend.lives().isAlive(target);
    }

    /**
     * Calls a listener for each later death of another PE, in a thread of the library, until the session ends. A PE
     * thus learns of deaths without waiting or polling: at once in a job of {@code oshrun}, else within a second. An
     * exception of the listener is printed and ends nothing.
     *
     * @param listener receives the PE's number and the cause of its death
     * @throws IllegalStateException in a job that ends with the first death
     */
    public void onDeath(Consumer<PeFailedException> listener) {
        requireOpen();
        new DeathWatch(sessions, sessions.lives(), Fault.required(listener, "listener")).start();
    }

    /** {@return this PE's incarnation, starting at 1} It exceeds 1 only in a fault-tolerant job. */
    public int incarnation() {
        requireOpen();
        return backend.lives() == null ? 1 : backend.lives().life() + 1;
    }

    /**
     * {@return whether no earlier incarnation of this PE has initialised the library} Later incarnations find their
     * symmetric objects as the dead one left them, so only the first one fills them. It may itself die while it fills
     * them: if that takes more than one store, mark the end by a last store.
     */
    public boolean isFirstIncarnation() {
        requireOpen();
        return sessions.recovery.isFirstIncarnation();
    }

    /**
     * Meets all PEs after a death, in a job of {@code oshrun --respawn} or {@link Join#faultTolerant}. It returns when
     * all PEs have called it, dead ones in their next incarnation, and ends the job if one does not within a minute.
     * Collectives of all PEs then work again, and teams with a member that died must be split again. Without a death
     * since the last meeting it returns at once.
     *
     * <p>A collective that a death interrupts may have completed on some PEs. A program that counts its steps therefore
     * keeps the count in symmetric memory, and after this call its PEs agree on the step to continue from.
     *
     * @throws IllegalStateException in a job that ends with the first death
     */
    public void recover() {
        requireOpen();
        sessions.recover(Times.RECOVERY_NANOS, false);
    }

    /**
     * Meets all PEs as {@link #recover()} does, with a timeout.
     *
     * @param limit the time after which the job ends
     */
    public void recover(Duration limit) {
        requireOpen();
        sessions.recover(TimeUnit.NANOSECONDS.convert(Fault.required(limit, "limit")), false);
    }

    /**
     * {@return the team of the survivors of a death, in a fault-tolerant job} All live PEs call it, after a death that
     * no new incarnation follows. It waits for all of them, and ends the job if one does not call it within a minute.
     * It frees the teams that have a dead member, and the team that an earlier call returned.
     *
     * @throws IllegalStateException in a job that ends with the first death, and in a new incarnation before its first
     *                               {@link #recover()}
     */
    public Team survivors() {
        requireOpen();
        return sessions.recovery.survivors(Times.RECOVERY_NANOS);
    }

    /**
     * {@return the team of the survivors of a death} Like {@link #survivors()}, with a timeout.
     *
     * @param limit the time after which the job ends
     */
    public Team survivors(Duration limit) {
        requireOpen();
        return sessions.recovery.survivors(TimeUnit.NANOSECONDS.convert(Fault.required(limit, "limit")));
    }

    /** Completes this PE's updates and waits until all PEs have called it, {@code shmem_barrier_all}. */
    public void barrierAll() {
        requireOpen();
        sessions.barrierAll();
    }

    /** Waits until all PEs have called it; completes no remote access, {@code shmem_sync_all}. */
    public void syncAll() {
        requireOpen();
        sessions.syncAll();
    }

    /**
     * Marks a point at which the job can be saved and restarted. Collective, with barriers on entry and exit.
     *
     * <p>After {@code oshrun --checkpoint FILE} or {@code oshrun heap snapshot} has asked for a snapshot, the call
     * writes the symmetric objects of all PEs to a file. In a job of {@code oshrun --restart FILE} the first call
     * restores the objects from the file; the program must have allocated the same objects in the same order. A
     * snapshot contains symmetric objects only, so the program keeps its progress, such as a step number, in one.
     *
     * @return whether this call has restored the symmetric objects
     * @throws io.shmem4j.error.ShmemException at PE 0 if the snapshot can't be written; the previous one stays, and all
     *     PEs may continue
     */
    public boolean checkpoint() {
        requireOpen();
        return library.checkpoints().meet();
    }

    /**
     * {@return a segment for loads from and stores to a PE's copy of a symmetric object ({@code shmem_ptr})} It is null
     * if the backend can't map the copy, but never for this PE's own.
     *
     * @param object the symmetric object
     * @param pe     the PE
     */
    public MemorySegment ptr(Symmetric object, int pe) {
        int target = reach(pe);
        long address = Fault.required(object, "object").address(0, object.length);
        object.leaveToSegment();
        return backend.segment(target, address, object.byteSize());
    }

    /**
     * {@return whether a PE is accessible ({@code shmem_pe_accessible})}
     *
     * @param pe any number
     */
    public boolean peAccessible(int pe) {
        requireOpen();
        return pe >= 0 && pe < size();
    }

    /**
     * {@return whether a PE's copy of an object is accessible ({@code shmem_addr_accessible})}
     *
     * @param object the symmetric object
     * @param pe     any number
     */
    public boolean addrAccessible(Symmetric object, int pe) {
        return peAccessible(pe) && object != null && !object.block.freed;
    }

    /**
     * Ends the whole job at once, {@code shmem_global_exit}; never returns.
     *
     * @param status exit status of the job
     */
    public void globalExit(int status) {
        backend.abort(status, null);
    }

    /**
     * Controls the profiling tool, {@code shmem_pcontrol}; does nothing without one.
     *
     * @param level   0 or less: stop recording; 1: record, the default; 2: record, and print the profile so far; above
     *                2: the tool decides
     * @param details more arguments for the tool
     */
    public void pcontrol(int level, Object... details) {
        requireOpen();
        Hook.control(backend, level, details);
    }

    /** {@return seconds of the job's clock, virtual on simulated machines} */
    public double time() {
        return backend.nanoTime() * 1e-9;
    }

    /**
     * Pauses in a polling loop, for conditions that the library can't wait for, such as a value in another PE's memory:
     *
     * <pre>{@code
     * for (int round = 0; shmem.atomicFetch(turn, 0, other) != mine; round++) {
     *     shmem.pause(round);
     * }
     * }</pre>
     *
     * <p>It advances what the PE has begun, spins, yields or sleeps as {@code SHMEM_WAIT} says, and throws if the job
     * ends or a PE has died.
     *
     * @param round number of earlier pauses in this loop
     */
    public void pause(int round) {
        requireOpen();
        if (!backend.attached().advance()) {
            backend.pause(round);
        }
    }

    /**
     * Runs an action with a timeout for every wait of this thread: for locks, collectives, containers and messages. A
     * wait with a timeout of its own uses the earlier one. A call that times out can be repeated, unless it is a
     * collective: then this PE must call no more collectives, because the interrupted one may have completed on other
     * PEs. In a fault-tolerant job {@link #recover} makes them work again after a death. The action must not allocate,
     * {@link #finish}, or meet all PEs.
     *
     * @param <T>    the type of the result
     * @param limit  the timeout from now on; with 0 or less each wait checks its condition once
     * @param action the action
     * @return the action's result
     * @throws WaitTimeoutException from a wait that has timed out
     */
    public <T> T within(Duration limit, Supplier<T> action) {
        requireOpen();
        Fault.required(action, "action");
        Waiter waiter = backend.waiter();
        long before = waiter.bound(Variables.limit(limit));
        try {
            return action.get();
        } finally {
            waiter.unbound(before);
            if (Check.FULL) {
                // A wait that timed out has not left the library.
                sessions.leaveThread();
            }
        }
    }

    /**
     * Runs an action without a result, see {@link #within(Duration, Supplier)}.
     *
     * @param limit  the timeout from now on; with 0 or less each wait checks its condition once
     * @param action the action
     * @throws WaitTimeoutException from a wait that has timed out
     */
    public void within(Duration limit, Runnable action) {
        Fault.required(action, "action");
        within(limit, () -> {
            action.run();
            return null;
        });
    }

    /** {@return how much of this PE's symmetric heap is in use} */
    public HeapStats heapStats() {
        requireOpen();
        return new HeapStats(library.heap().used(), library.heap().largestFree(Allocations.WORD),
            library.heap().capacity());
    }

    /** Ends this use of the library and waits for all PEs, {@code shmem_finalize}. */
    public void finish() {
        requireOpen();
        sessions.finish();
    }

    /**
     * Ends this use of the library without waiting, so an exception can leave a try block. The call completes this PE's
     * updates, releases its handles, and counts the PE as finished; in a job of {@code --respawn}, only once it has
     * ended with status 0. The PE's memory stays until the job ends, because other PEs may still use it. The call does
     * not wait for another thread in {@link #finish} or {@link #recover}, which fails if JVMs have joined the job.
     */
    @Override
    public void close() {
        if (open()) {
            sessions.close();
        }
    }

    /**
     * Ends the library at the end of the process, as {@code start_pes} does, for programs that call neither
     * {@link #finish} nor {@link #close}. A process that ends without any of the three calls has failed.
     */
    public void closeAtExit() {
        requireOpen();
        backend.atExit(sessions::leaveAtExit);
    }

    /** {@return the team of all PEs ({@code SHMEM_TEAM_WORLD})} */
    public Team world() {
        requireOpen();
        return sessions.teams.world();
    }

    /**
     * {@return the team of this PE and all PEs whose memory {@link #ptr} can map ({@code SHMEM_TEAM_SHARED})} It is the
     * PE alone on a simulated machine, which must see every access.
     */
    public Team shared() {
        requireOpen();
        return sessions.teams.shared();
    }

    /**
     * {@return the team of an active set, for programs that predate teams} The first call for a set creates the team,
     * which lives until the library ends. That call is collective over the set's PEs only, which meet in {@code pSync}.
     * If it times out in {@link #within}, all PEs zero {@code pSync} before the next use.
     *
     * @param start     world number of the first PE
     * @param logStride logarithm to base 2 of the world numbers from one PE to the next
     * @param size      number of PEs
     * @param pSync     at least {@code LegacyShmem.SYNC_SIZE} elements, all 0 on all PEs, before and after
     * @deprecated since OpenSHMEM 1.5; use {@link Team#splitStrided(int, int, int)}
     */
    @Deprecated(since = "1.5")
    public Team activeSet(int start, int logStride, int size, SymmetricLongs pSync) {
        requireOpen();
        return sessions.activeSets.team(sessions, start, logStride, size, pSync);
    }

    @Override
    public Team team() {
        return world();
    }

    /**
     * {@return a new context of the world ({@code shmem_ctx_create})}
     *
     * @param options promises about the context's use
     */
    public Context createContext(ContextOption... options) {
        return world().createContext(options);
    }

    @Override
    public String toString() {
        return "PE " + me + " of " + size();
    }

    /** The program of each PE that {@link Shmem#run} starts. */
    @FunctionalInterface
    public interface Program {
        /**
         * Runs on one PE; {@link Shmem#init} returns the PE's handle.
         *
         * @throws Throwable a failure that the program does not handle; it ends the job
         */
        void run() throws Throwable;
    }

    /**
     * Use of a PE's symmetric heap, in bytes.
     *
     * @param used        bytes in use
     * @param largestFree size of the largest object that can be allocated now without hints or an alignment
     * @param capacity    size of the heap
     */
    public record HeapStats(long used, long largestFree, long capacity) {
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.InFlight;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * A stream of remote accesses with its own ordering and completion, {@code shmem_ctx_t}.
 *
 * <p>Its routines come in families, each an interface that it implements: {@link RemoteAccess} (p, g, put, get),
 * {@link MemoryCopies} (the same for bytes), {@link StridedAccess} and {@link BlockAccess} (elements or blocks apart),
 * {@link AtomicOperations} and {@link SignalOperations}. PE numbers are those of the context's team.
 */
public abstract sealed class Context implements RemoteAccess, MemoryCopies, StridedAccess, BlockAccess,
    AtomicOperations, SignalOperations, AutoCloseable permits Shmem, TeamContext {
    final Library library;
    final Backend backend;
    final int me;
    private final int start;
    private final int stride;
    private int size;
    /** World numbers of PEs at unequal distances, or null. */
    private int[] table;
    private final InFlight inFlight;
    private Session session;

    /**
     * A team's world numbers are {@code start + index * stride}, or come from a table. Closing sets the size to zero,
     * so the range check of every call also detects a closed context. With a table the size is zero from the start, so
     * every call leaves the fast path.
     */
    Context(Library library, int start, int stride, int size, int[] table) {
        this.library = library;
        this.backend = library.contextBackend();
        this.me = backend.pe();
        this.start = start;
        this.stride = stride;
        this.size = table == null ? size : 0;
        this.table = table;
        this.inFlight = Check.FULL ? library.inFlight().ofContext() : null;
    }

    /** {@return world number of a PE of this context's team} */
    final int world(int pe) {
        if (Integer.compareUnsigned(pe, size) >= 0) {
            return inTable(pe);
        }
        if (Check.FULL) {
            checkThread();
        }
        return start + pe * stride;
    }

    private int inTable(int pe) {
        if (Integer.compareUnsigned(pe, size()) >= 0) {
            throw Misuse.pe(this, pe);
        }
        if (Check.FULL) {
            checkThread();
        }
        return table[pe];
    }

    /** {@return a PE's world number} Announces that the program gets direct access to the PE's memory. */
    final int reach(int pe) {
        int target = world(pe);
        backend.observer().begin(null, target, null);
        return target;
    }

    final int size() {
        return table == null ? size : table.length;
    }

    final boolean open() {
        return size() > 0;
    }

    final void requireOpen() {
        if (size == 0 && table == null) {
            throw Misuse.closed(this);
        }
        if (Check.FULL) {
            checkThread();
        }
    }

    /** Refuses a thread that may not use this context; called at the highest level of checking. */
    void checkThread() {
        library.checkThread();
    }

    /** {@return this context's transfers in flight; null below the highest level of checking} */
    final InFlight inFlight() {
        return inFlight;
    }

    /** {@return the token for {@link #leave}} The guard is at each call, since the JIT does not inline it in here. */
    final long enter(Routine routine, int peer, long bytes) {
        return enter(routine, peer, bytes, null);
    }

    final long enter(Routine routine, int peer, long bytes, Class<?> type) {
        backend.observer().begin(routine, peer, type);
        return Hook.enter(library, routine, peer, bytes);
    }

    final void leave(Routine routine, int peer, long bytes, long token) {
        Hook.leave(library, routine, peer, bytes, token);
    }

    final void shut() {
        size = 0;
        table = null;
        backend.observer().closeContext();
    }

    /** Delays an atomic's result to quiet, although the atomic has run; called at the highest levels of checking. */
    final void delayResult(int pe, MemorySegment result, long first, long bytes) {
        if (Check.RACES) {
            backend.observer().fetch(result, first, bytes);
        } else {
            inFlight.result(pe, result, first, bytes);
        }
    }

    /** Completes the transfers in flight on this context; called at the highest level of checking. */
    final void complete() {
        inFlight.complete(null, 0);
    }

    /** Orders this PE's earlier updates to each PE before its later ones to the same PE, {@code shmem_fence}. */
    public final void fence() {
        requireOpen();
        long token = Hook.ON ? enter(Routine.FENCE, -1, 0) : 0;
        backend.fence();
        if (Hook.ON) {
            leave(Routine.FENCE, -1, 0, token);
        }
    }

    /** Completes all of this PE's updates on this context: every PE sees them, {@code shmem_quiet}. */
    public final void quiet() {
        requireOpen();
        long token = Hook.ON ? enter(Routine.QUIET, -1, 0) : 0;
        if (Check.FULL) {
            inFlight.complete(null, 0);
        }
        backend.quiet();
        if (Hook.ON) {
            leave(Routine.QUIET, -1, 0, token);
        }
    }

    /**
     * Completes this PE's updates to some PEs, {@code shmem_pe_quiet}.
     *
     * @param pes PE numbers; none completes nothing
     */
    public final void peQuiet(int... pes) {
        requireOpen();
        int[] worlds = new int[Fault.required(pes, "pes").length];
        for (int i = 0; i < pes.length; i++) {
            worlds[i] = world(pes[i]);
        }
        if (pes.length == 0) {
            return;
        }
        long token = Hook.ON ? enter(Routine.PE_QUIET, -1, 0) : 0;
        if (Check.FULL) {
            inFlight.complete(worlds, worlds.length);
        }
        if (Check.RACES) {
            backend.observer().quiet(backend, worlds);
        } else {
            backend.quiet();
        }
        if (Hook.ON) {
            leave(Routine.PE_QUIET, -1, 0, token);
        }
    }

    /** {@return the team whose numbers this context uses ({@code shmem_ctx_get_team})} */
    public abstract Team team();

    /**
     * Starts a session of hints, or adds options to the running session, {@code shmem_ctx_session_start} without a
     * mask.
     *
     * @param options properties of the operations that follow
     * @return the session
     */
    public final synchronized Session session(SessionOption... options) {
        requireOpen();
        if (session == null) {
            session = new Session(this);
        }
        session.extend(options);
        return session;
    }

    /**
     * Starts a session of hints, or adds options to the running session and replaces its number of operations,
     * {@code shmem_ctx_session_start} with the mask {@code SHMEM_CTX_SESSION_TOTAL_OPS}.
     *
     * @param totalOps number of operations that follow, -1 for an unknown number
     * @param options  their properties
     * @return the session
     */
    public final synchronized Session session(long totalOps, SessionOption... options) {
        Session running = session(options);
        running.expect(totalOps);
        return running;
    }

    final synchronized void stopped(Session which) {
        if (session == which) {
            session = null;
        }
    }

    @Override
    public abstract void close();
}

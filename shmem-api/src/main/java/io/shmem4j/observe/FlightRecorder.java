// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Interceptor.Members;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import java.util.Arrays;

/**
 * Passes calls, waits and sessions to the JDK's flight recorder; {@code oshrun --jfr} selects it.
 *
 * <p>A call's event begins and ends on its thread, so each thread reuses a few events, one per depth of nested calls.
 * Reading the clock takes as long as a short call. So a small call is timed only from its first wait that yields,
 * unless the recording includes events that short. A PE records its arrival at a collective of all PEs only if another
 * PE waits there. A call that fails does not return its event; events are used in turn, so that only affects calls
 * nested 16 deep.
 */
public final class FlightRecorder extends Interceptor {
    private static final int DEPTH = 16;
    /** Bytes that take less than {@link #SHORT_NANOS} to move. */
    private static final long SMALL = 4096;
    private static final long SHORT_NANOS = 20_000;
    private static final int TRIES = 20;
    private static final ThreadLocal<CallStack> CALLS = ThreadLocal.withInitial(CallStack::new);

    /** Events of {@link #SHORT_NANOS}: a recording that includes them needs short calls to be timed. */
    private final FlightEvent shortCollective = shortOne(new FlightEvent.CollectiveEvent());
    private final FlightEvent shortTransfer = shortOne(new FlightEvent.TransferEvent());
    private FlightEvent.SessionEvent[] sessions = new FlightEvent.SessionEvent[0];

    private static FlightEvent shortOne(FlightEvent event) {
        long took = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && took > 2 * SHORT_NANOS; i++) {
            long start = System.nanoTime();
            event.begin();
            while (System.nanoTime() - start < SHORT_NANOS) {
                Thread.onSpinWait();
            }
            event.end();
            took = System.nanoTime() - start;
        }
        return event;
    }

    /** The calls of a thread, with one event per depth. */
    private static final class CallStack {
        private final FlightEvent.CollectiveEvent[] collective = new FlightEvent.CollectiveEvent[DEPTH];
        private final FlightEvent.TransferEvent[] transfer = new FlightEvent.TransferEvent[DEPTH];
        private final FlightEvent[] now = new FlightEvent[DEPTH];
        private final boolean[] timed = new boolean[DEPTH];
        private int depth;

        CallStack() {
            for (int at = 0; at < DEPTH; at++) {
                collective[at] = new FlightEvent.CollectiveEvent();
                transfer[at] = new FlightEvent.TransferEvent();
            }
        }

        void time(int at) {
            if (now[at] != null && !timed[at]) {
                timed[at] = true;
                now[at].begin();
            }
        }
    }

    @Override
    public synchronized void begin(Backend backend) {
        int pe = backend.pe();
        if (sessions.length < backend.nPes()) {
            sessions = Arrays.copyOf(sessions, backend.nPes());
        }
        FlightEvent.SessionEvent session = new FlightEvent.SessionEvent();
        session.pe = pe;
        session.pes = backend.nPes();
        session.heap = backend.heapBytes();
        session.backend = backend.name();
        session.begin();
        sessions[pe] = session;
    }

    @Override
    public synchronized void end(Backend backend) {
        sessions[backend.pe()].commit();
    }

    @Override
    public long enter(Backend backend, Routine routine, int peer, long bytes) {
        CallStack mine = CALLS.get();
        int at = mine.depth++ & DEPTH - 1;
        boolean wanted = bytes >= SMALL;
        mine.timed[at] = false;
        switch (routine.family()) {
            case COLLECTIVE, REDUCTION -> {
                mine.now[at] = mine.collective[at];
                wanted |= shortCollective.shouldCommit();
            }
            case REMOTE -> {
                mine.now[at] = mine.transfer[at];
                wanted |= shortTransfer.shouldCommit();
            }
            default -> mine.now[at] = null;
        }
        if (wanted) {
            mine.time(at);
        }
        return at;
    }

    @Override
    public long enter(Backend backend, Routine routine, Members team, long bytes) {
        if (team.size() == backend.nPes()) {
            backend.observer().arrive(bytes >= SMALL || shortCollective.shouldCommit());
        }
        return enter(backend, routine, -1, bytes);
    }

    @Override
    public void leave(Backend backend, Routine routine, int peer, long bytes, long token) {
        switch (ended(token)) {
            case FlightEvent.CollectiveEvent event -> commit(event, backend, routine, null, bytes);
            case FlightEvent.TransferEvent event -> {
                event.pe = backend.pe();
                event.place = CallSite.place();
                event.routine = routine.text();
                event.peer = peer;
                event.bytes = bytes;
                event.commit();
            }
            case null, default -> { }
        }
    }

    @Override
    public void leave(Backend backend, Routine routine, Members team, long bytes, long token) {
        if (ended(token) instanceof FlightEvent.CollectiveEvent event) {
            commit(event, backend, routine, team, bytes);
        }
    }

    /** {@return the event of a call that ends, or null if the recording does not include it} */
    private static FlightEvent ended(long token) {
        CallStack mine = CALLS.get();
        int at = (int) token;
        mine.depth = at;
        if (!mine.timed[at]) {
            return null;
        }
        FlightEvent event = mine.now[at];
        event.end();
        return event.shouldCommit() ? event : null;
    }

    private void commit(FlightEvent.CollectiveEvent event, Backend backend, Routine routine, Members team, long bytes) {
        boolean world = team == null || team.size() == backend.nPes();
        event.pe = backend.pe();
        event.place = CallSite.place();
        event.operation = routine.text();
        event.algorithm = team == null ? null : team.algorithm(routine, bytes);
        event.bytes = bytes;
        event.team = world ? "world of " + backend.nPes() : team.toString();
        event.last = world && team != null ? backend.observer().lastToArrive() : -1;
        event.commit();
    }

    /** {@return the event of a wait that begins to yield} The enclosing calls are timed from now on. */
    public static Object waits() {
        CallStack mine = CALLS.get();
        for (int at = 0; at < DEPTH && at < mine.depth; at++) {
            mine.time(at);
        }
        FlightEvent.WaitEvent event = new FlightEvent.WaitEvent();
        event.begin();
        return event;
    }

    /**
     * Ends the event of a wait.
     *
     * @param collective the collective that the wait was part of, or null
     * @param peer       the PE that the wait was for, or -1
     * @param offset     offset of the variable, for kinds of waits that have one
     */
    public static void waited(Object begun, Backend backend, WaitKind kind, Routine collective, int peer, long offset) {
        FlightEvent.WaitEvent event = (FlightEvent.WaitEvent) begun;
        event.end();
        if (event.shouldCommit()) {
            event.pe = backend.pe();
            event.place = CallSite.place();
            event.routine = collective == null ? kind.text() : collective.text();
            event.peer = peer;
            event.object = kind == WaitKind.VARIABLE || kind == WaitKind.SIGNAL || kind == WaitKind.LOCK
                ? Places.object(backend, offset) : null;
            event.commit();
        }
    }

    @Override
    public void control(Backend backend, int level, Object... details) {
        // Recordings are started and stopped by jcmd or the JVM's options.
    }
}

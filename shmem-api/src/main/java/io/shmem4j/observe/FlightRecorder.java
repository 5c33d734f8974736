// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Interceptor;
import io.shmem4j.spi.Interceptor.Members;
import io.shmem4j.spi.Routine;
import java.util.Arrays;

/**
 * Gives the JDK's flight recorder calls and sessions; {@code oshrun --jfr} selects it. Backends give it waits.
 *
 * <p>A call's event begins and ends on its thread, so each thread has a few to use again, one for each depth of calls
 * within calls. Calls below an event's threshold cost two looks at the clock. The place of a call that has failed is
 * not given back; places go round, so that this harms nothing but the event of a call 16 deep.
 */
public final class FlightRecorder extends Interceptor {
    private static final int DEPTH = 16;

    private final ThreadLocal<Calls> calls = ThreadLocal.withInitial(Calls::new);
    private FlightEvent.Session[] sessions = new FlightEvent.Session[0];
    /** Collectives of the world that each PE has begun, which it does one after the other. */
    private int[] collectives = new int[0];

    /** Made where {@code SHMEM_PROFILE} selects it. */
    public FlightRecorder() {
        // The JVM's options say what is recorded.
    }

    /** The events of a thread. */
    private static final class Calls {
        private final FlightEvent.Collective[] collective = new FlightEvent.Collective[DEPTH];
        private final FlightEvent.Transfer[] transfer = new FlightEvent.Transfer[DEPTH];
        private int depth;

        Calls() {
            for (int at = 0; at < DEPTH; at++) {
                collective[at] = new FlightEvent.Collective();
                transfer[at] = new FlightEvent.Transfer();
            }
        }
    }

    @Override
    public synchronized void begin(Backend backend) {
        int pe = backend.pe();
        if (sessions.length < backend.nPes()) {
            sessions = Arrays.copyOf(sessions, backend.nPes());
            collectives = Arrays.copyOf(collectives, backend.nPes());
        }
        collectives[pe] = 0;
        FlightEvent.Session session = new FlightEvent.Session();
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

    private static boolean isCollective(Routine routine) {
        return routine.group() == Routine.Group.COLLECTIVE || routine.group() == Routine.Group.REDUCTION;
    }

    @Override
    public long enter(Backend backend, Routine routine, int peer, long bytes) {
        Calls mine = calls.get();
        int at = mine.depth++ & DEPTH - 1;
        if (isCollective(routine)) {
            mine.collective[at].begin();
        } else if (routine.group() == Routine.Group.REMOTE) {
            mine.transfer[at].begin();
        }
        return at;
    }

    @Override
    public long enter(Backend backend, Routine routine, Members team, long bytes) {
        if (team.size() == backend.nPes()) {
            backend.arrived(++collectives[backend.pe()], backend.nanoTime());
        }
        return enter(backend, routine, -1, bytes);
    }

    @Override
    public void leave(Backend backend, Routine routine, int peer, long bytes, long token) {
        Calls mine = calls.get();
        int at = (int) token;
        mine.depth = at;
        if (isCollective(routine)) {
            commit(mine.collective[at], backend, routine, null, bytes);
        } else if (routine.group() == Routine.Group.REMOTE) {
            FlightEvent.Transfer event = mine.transfer[at];
            event.end();
            if (event.shouldCommit()) {
                event.pe = backend.pe();
                event.routine = routine.text();
                event.peer = peer;
                event.bytes = bytes;
                event.commit();
            }
        }
    }

    @Override
    public void leave(Backend backend, Routine routine, Members team, long bytes, long token) {
        Calls mine = calls.get();
        int at = (int) token;
        mine.depth = at;
        commit(mine.collective[at], backend, routine, team, bytes);
    }

    private void commit(FlightEvent.Collective event, Backend backend, Routine routine, Members team, long bytes) {
        event.end();
        if (!event.shouldCommit()) {
            return;
        }
        boolean world = team == null || team.size() == backend.nPes();
        event.pe = backend.pe();
        event.operation = routine.text();
        event.algorithm = team == null ? null : team.algorithm(routine, bytes);
        event.bytes = bytes;
        event.team = world ? "world of " + backend.nPes() : team.size() + " from " + team.start() + " by "
            + team.stride();
        event.last = world && team != null ? backend.lastToCome(collectives[backend.pe()]) : -1;
        event.commit();
    }

    @Override
    public void control(Backend backend, int level, Object... details) {
        // A recording is started and stopped by jcmd or the JVM's options.
    }
}

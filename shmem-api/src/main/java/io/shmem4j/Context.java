// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * A stream of remote accesses with its own ordering and completion: put, get, atomics, signals, fence and quiet.
 *
 * <p>The routines come from the chain of classes this one ends, one link for each element type and family. PE numbers
 * are those of the context's team.
 */
public abstract sealed class Context extends DoublesAtomicContext implements AutoCloseable
    permits RootHeap, TeamContext {
    private Session session;

    Context(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /** {@return the team whose numbers this context uses}, {@code shmem_ctx_get_team} */
    public abstract Team team();

    /**
     * Starts a session of hints, or adds options to the one that runs, {@code shmem_ctx_session_start} without a mask.
     *
     * @param options what the operations that follow are like
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
     * Starts a session of hints, or adds options to the one that runs and replaces its number of operations,
     * {@code shmem_ctx_session_start} with the mask {@code SHMEM_CTX_SESSION_TOTAL_OPS}.
     *
     * @param totalOps number of operations that follow, -1 for an unknown number
     * @param options  what they are like
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

    @Override
    final String teamName() {
        return team().toString();
    }
}

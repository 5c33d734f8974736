// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import java.util.EnumSet;
import java.util.Set;

/**
 * Hints about the operations between a start and a stop on a context, {@code shmem_ctx_session_start}; they never
 * change what operations do. {@link #close} is {@code shmem_ctx_session_stop}; stopping twice has no effect.
 */
public final class Session implements AutoCloseable {
    private final Context context;
    private final Set<SessionOption> options = EnumSet.noneOf(SessionOption.class);
    private long totalOps = -1;

    Session(Context context) {
        this.context = context;
    }

    void extend(long ops, SessionOption... more) {
        options.addAll(Set.of(more));
        totalOps = ops;
    }

    /** {@return the options of all starts since the last stop} */
    public Set<SessionOption> options() {
        return Set.copyOf(options);
    }

    /** {@return number of operations announced last, -1 for an unknown number} */
    public long totalOps() {
        return totalOps;
    }

    /** Stops the session. */
    @Override
    public void close() {
        context.stopped(this);
    }
}

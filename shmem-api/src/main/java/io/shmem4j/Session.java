// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
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

    synchronized void extend(SessionOption... more) {
        for (SessionOption option : Fault.required(more, "options")) {
            options.add(Fault.required(option, "option"));
        }
    }

    synchronized void expect(long ops) {
        totalOps = ops;
    }

    /** {@return the options of all starts since the last stop} */
    public synchronized Set<SessionOption> options() {
        return Set.copyOf(options);
    }

    /** {@return the latest number of operations, -1 for an unknown number} */
    public synchronized long totalOps() {
        return totalOps;
    }

    /** Stops the session. */
    @Override
    public void close() {
        context.stopped(this);
    }
}

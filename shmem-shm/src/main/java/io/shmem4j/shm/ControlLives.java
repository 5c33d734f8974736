// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;

/** The lives of PEs whose register is in the control file. */
public final class ControlLives extends Lives {
    /** Value for an unknown status of the process. */
    public static final int DIED = -1;
    /** Value in place of the status of a PE that has closed its session. */
    public static final int CLOSED = -2;
    /** Longest sleep of a PE, so that it notices deaths in time. */
    static final long LONGEST_SLEEP_NANOS = 25_000_000;
    private static final int SIGNALLED = 128;

    private final ControlFile control;
    private final NodeBackend backend;
    private volatile boolean replaceable;

    ControlLives(ControlFile control, NodeBackend backend) {
        super(control.lives(), backend, backend.pe(), control.nPes());
        this.control = control;
        this.backend = backend;
    }

    @Override
    public boolean isAlive(int other) {
        return control.state(other) == PeState.RUNNING && backend.processLives(other);
    }

    /** A launcher does not replace a PE that closes. */
    @Override
    public boolean closeAlone() {
        replaceable = control.joined();
        return replaceable;
    }

    /** {@return whether this PE has closed alone, and another process may take it over} */
    public boolean isReplaceable() {
        return replaceable;
    }

    /** A PE whose status is not 0 is about to start again. */
    @Override
    protected boolean hasLeft(int other) {
        return control.state(other) == PeState.FINISHED && control.ended(other) == 0;
    }

    @Override
    protected String describeEnd(int status) {
        return status == DIED ? "has died: its JVM was killed, or ended without finish or close"
            : status == CLOSED ? "has closed its part" : status > SIGNALLED ? "was killed by signal "
            + (status - SIGNALLED) : "ended with status " + status;
    }
}

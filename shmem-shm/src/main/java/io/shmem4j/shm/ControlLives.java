// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.WaitKind;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/** The lives of PEs, with the register in the control file. */
public final class ControlLives extends Lives {
    /** Status of a life whose process ended with an unknown status. */
    public static final int DIED = -1;
    /** Status of a life that has ended by closing its session. */
    public static final int CLOSED = -2;
    /** Maximum sleep of a PE, so that it notices deaths in time. */
    static final long LONGEST_SLEEP_NANOS = 25_000_000;
    private static final Set<WaitKind> COLLECTIVES = EnumSet.of(WaitKind.BARRIER, WaitKind.SYNC, WaitKind.COLLECTIVE);
    private static final int SIGNALLED = 128;
    private static final int SIGNALS = 64;

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

    @Override
    public boolean isStartedByOthers() {
        return control.joined();
    }

    /**
     * {@inheritDoc} A joined job may replace a PE that closes. A launched one arrives at the end with status 0, since
     * {@code close} can't tell a return from an exception.
     */
    @Override
    public boolean closeAlone() {
        if (control.joined()) {
            replaceable = true;
            leadNoMore();
        }
        return true;
    }

    /** {@return whether this PE has closed alone, so that another process may take over} */
    public boolean isReplaceable() {
        return replaceable;
    }

    @Override
    protected boolean isStranded(long start) {
        long age = Times.STRANDED_NANOS;
        return System.nanoTime() - start > age && isStranded(control, backend.pe(), age);
    }

    /**
     * {@return whether other JVMs have waited for a PE's later incarnation in a collective for a time} If it allocates
     * meanwhile, its program differs from theirs.
     */
    public static boolean isStranded(ControlFile control, int pe, long nanos) {
        return control.joined() && control.outlives() && control.lives().life(pe) > 0
            && IntStream.range(0, control.nPes()).filter(other -> other != pe).mapToObj(control::wait)
            .anyMatch(wait -> COLLECTIVES.contains(wait.kind()) && System.nanoTime() - wait.since() > nanos
            && (wait.peer() == pe || wait.peer() < 0 && wait.size() == control.nPes()));
    }

    /** {@inheritDoc} A PE with a status other than 0 will start again. */
    @Override
    protected boolean hasLeft(int other) {
        return control.hasLeft(other);
    }

    @Override
    protected String describeEnd(int status) {
        return status == DIED ? "has died: its JVM was killed, or ended without finish or close"
            : status == CLOSED ? "has closed its part" : status > SIGNALLED && status <= SIGNALLED + SIGNALS
            ? "was killed by signal " + (status - SIGNALLED) : "ended with status " + status;
    }
}

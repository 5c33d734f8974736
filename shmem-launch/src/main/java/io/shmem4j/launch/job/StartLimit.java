// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.Machine;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.PeState;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets so many JVMs start at a time that all cores are busy, and not more: hundreds that start at once keep the
 * launcher and each other from the cores, and the first of them would be up no sooner.
 *
 * <p>A JVM is up when a PE of it has come to the library, or has ended. One that does other things first counts as up
 * after a while, so a program may do what it likes before; only jobs of hundreds of JVMs notice.
 */
final class StartLimit {
    private static final int PER_CORE = 32;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private record Start(JvmProcess jvm, long nanos) { }

    private final int most = PER_CORE * Machine.cores();
    private final ArrayDeque<Start> starting = new ArrayDeque<>();
    private final ControlFile control;

    StartLimit(ControlFile control) {
        this.control = control;
    }

    void add(JvmProcess jvm) {
        starting.add(new Start(jvm, System.nanoTime()));
    }

    /**
     * Waits until another JVM may start.
     *
     * @param over     whether none is to start any more
     * @param meanwhile done again and again
     */
    void await(BooleanSupplier over, Runnable meanwhile) {
        while (starting.size() >= most) {
            starting.removeIf(this::isUp);
            if (starting.size() < most || over.getAsBoolean()) {
                return;
            }
            meanwhile.run();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean isUp(Start start) {
        return control.state(start.jvm().which().first()) != PeState.STARTED || start.jvm().over()
            || System.nanoTime() - start.nanos() > LONGEST_NANOS;
    }
}

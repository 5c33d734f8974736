// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.Machine;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.PeState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Limits how many JVMs start at a time, to just enough for all cores: hundreds that start at once keep the launcher and
 * each other from the cores, and none of them is up sooner.
 *
 * <p>A JVM is up when a PE of it has come to the library, or has ended. Where none comes up for a while, they do other
 * things first, and all count as up; so a program may do what it likes before, and only jobs of many JVMs notice.
 */
final class StartLimit {
    private static final int PER_CORE = 32;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int most = PER_CORE * Machine.cores();
    private final List<JvmProcess> starting = new ArrayList<>();
    private final ControlFile control;
    private long changed;

    StartLimit(ControlFile control) {
        this.control = control;
    }

    void add(JvmProcess jvm) {
        starting.add(jvm);
        changed = System.nanoTime();
    }

    /** Waits until another JVM may start. */
    void await(BooleanSupplier over, Runnable meanwhile) {
        while (starting.size() >= most && !over.getAsBoolean()) {
            if (starting.removeIf(this::isUp)) {
                changed = System.nanoTime();
            } else if (System.nanoTime() - changed > PAUSE_NANOS) {
                starting.clear();
            } else {
                meanwhile.run();
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private boolean isUp(JvmProcess jvm) {
        return control.state(jvm.which().first()) != PeState.STARTED || jvm.over();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.STDIN;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.launch.process.Event;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.Output;
import io.shmem4j.launch.process.PeCommand;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Starts the JVMs of a job, only as many at a time as keep all cores busy. Hundreds at once would take the cores from
 * the launcher without being ready any sooner.
 *
 * <p>A JVM is ready when its first PE has initialized the library or has ended. A program may work for a long time
 * before that, so after a pause without progress all JVMs count as ready.
 */
final class JvmStarter {
    private static final int PER_CORE = 32;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Matches the JDK's messages for shortage of processes (11), memory (12) or open files (24). */
    private static final String SHORTAGE = ".*error[:=] ?(11|12|24)\\b.*";

    private final JobPlan plan;
    private final PeCommand command;
    private final ControlFile control;
    private final Output output;
    private final Queue<Event> events;
    private final int most = PER_CORE * Machine.cores();
    private final List<JvmProcess> starting = new ArrayList<>();
    private long changed;

    JvmStarter(JobPlan plan, PeCommand command, ControlFile control, Output output, Queue<Event> events) {
        this.plan = plan;
        this.command = command;
        this.control = control;
        this.output = output;
        this.events = events;
    }

    JvmProcess start(Shape.Jvm which) throws IOException {
        return JvmProcess.start(which, plan.framed(which), command.process(which), plan.binding(which), input(which),
            output, events);
    }

    private Redirect input(Shape.Jvm which) {
        String who = plan.options().text(STDIN);
        if (who.equals("all")) {
            return Redirect.PIPE;
        }
        // A simulating JVM has all PEs.
        int last = plan.processes() < plan.nPes() ? plan.nPes() - 1 : which.last();
        return plan.agent() != null || who.equals("none") || Integer.parseInt(who) < which.first()
            || Integer.parseInt(who) > last ? JvmProcess.NOTHING : Redirect.INHERIT;
    }

    /** {@return an exception with the first line of the JDK's message; the rest is guesses} */
    LaunchException failure(Shape.Jvm which, Throwable cause) {
        String why = String.valueOf(cause.getMessage()).lines().findFirst().orElse("").strip();
        boolean shortage = cause instanceof OutOfMemoryError || why.matches(SHORTAGE);
        return new LaunchException(ExitStatus.LAUNCH, "can't start " + which.pes() + ": " + why
            + (shortage ? "; " + SystemLimits.need(plan) : ""), cause);
    }

    /** Counts a JVM as starting until it is ready. */
    void add(JvmProcess jvm) {
        starting.add(jvm);
        changed = System.nanoTime();
    }

    /** Waits until another JVM may start, or until the condition holds. */
    void await(BooleanSupplier enough, Runnable meanwhile) {
        while (starting.size() >= most && !enough.getAsBoolean()) {
            if (starting.removeIf(this::isReady)) {
                changed = System.nanoTime();
            } else if (System.nanoTime() - changed > Times.STARTING_NANOS) {
                starting.clear();
            } else {
                meanwhile.run();
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private boolean isReady(JvmProcess jvm) {
        return control.state(jvm.which().first()) != PeState.STARTED || jvm.hasEnded();
    }
}

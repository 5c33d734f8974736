// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.SHOW_PROGRESS;

import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Says how far a job has come, whenever that has changed: where it is asked for, at most twice a second to the end of
 * the job; on a terminal, unasked, every few seconds until all PEs are up.
 */
public final class Progress {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long UNASKED_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Set by the script where messages go to a terminal. */
    private static final String TERMINAL = "shmem4j.terminal.messages";

    private final ControlFile control;
    private final List<PeProcess> processes;
    private final int nPes;
    private final Report report;
    private String said = "";
    private final boolean asked;
    private boolean silent;
    private long next = System.nanoTime();

    public Progress(ControlFile control, List<PeProcess> processes, JobPlan plan, Report report) {
        this.control = control;
        this.processes = processes;
        this.nPes = plan.processes();
        this.asked = plan.options().has(SHOW_PROGRESS);
        this.silent = !asked && (plan.options().has(QUIET) || !Boolean.getBoolean(TERMINAL));
        this.next += asked ? 0 : UNASKED_NANOS;
        this.report = report;
    }

    /** Looks, and speaks if it is time, or if there will be no other look. */
    public void look(boolean last) {
        if (silent || !last && System.nanoTime() - next < 0) {
            return;
        }
        next = System.nanoTime() + (asked ? INTERVAL_NANOS : UNASKED_NANOS);
        int initialised = 0;
        int finalized = 0;
        int ended = 0;
        for (PeProcess process : processes) {
            switch (control.state(process.pe())) {
                case STARTED -> { }
                case RUNNING -> initialised++;
                case FINISHED -> {
                    initialised++;
                    finalized++;
                }
            }
            ended += process.exited() ? 1 : 0;
        }
        if (!asked && initialised + ended >= nPes) {
            silent = true;
            return;
        }
        String line = "of " + nPes + " PEs " + processes.size() + " started, " + initialised + " initialised, "
            + finalized + " finalized, " + ended + " ended";
        if (!line.equals(said)) {
            said = line;
            report.say(line);
        }
    }
}

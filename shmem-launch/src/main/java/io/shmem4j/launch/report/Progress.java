// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.report;

import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Says how far a job has come, whenever that has changed, at most twice a second. */
public final class Progress {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ControlFile control;
    private final List<PeProcess> processes;
    private final int nPes;
    private final Report report;
    private String said = "";
    private long next = System.nanoTime();

    public Progress(ControlFile control, List<PeProcess> processes, int nPes, Report report) {
        this.control = control;
        this.processes = processes;
        this.nPes = nPes;
        this.report = report;
    }

    /**
     * Looks, and speaks if it is time.
     *
     * @param last whether there will be no other look
     */
    public void look(boolean last) {
        if (!last && System.nanoTime() - next < 0) {
            return;
        }
        next = System.nanoTime() + INTERVAL_NANOS;
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
        String line = "of " + nPes + " PEs " + processes.size() + " started, " + initialised + " initialised, "
            + finalized + " finalized, " + ended + " ended";
        if (!line.equals(said)) {
            said = line;
            report.progress(line);
        }
    }
}

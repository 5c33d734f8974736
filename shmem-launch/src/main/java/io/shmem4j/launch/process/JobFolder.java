// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.LauncherOption;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.Living;
import io.shmem4j.shm.NodePart;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;

/**
 * The launcher's handle on a job's files. It creates and deletes them, registers the PEs as alive, and maps the control
 * file.
 */
public final class JobFolder implements AutoCloseable {
    private static final String TOO_LARGE = "File too large";
    private static final int ATTEMPTS = 8;

    private final String jobId;
    private final JobFiles files;
    private final Living living;
    private final ControlFile control;
    private boolean kept;

    private JobFolder(String jobId, JobFiles files, NodePart part, boolean outlives) throws IOException {
        this.jobId = jobId;
        this.files = files;
        this.living = Living.open(files);
        this.control = ControlFile.open(files, Arena.global());
        if (outlives) {
            control.outlive();
        }
        living.launch(part.first(), part.count());
    }

    public static JobFolder create(JobPlan plan) {
        Load load = plan.load();
        IOException last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            JobFiles files = null;
            try {
                String jobId = plan.part().isWhole() ? JobFiles.newJobId() : plan.part().folderId();
                files = JobFiles.create(plan.heap().folder(), jobId, plan.nPes(), plan.heap().fileBytes(),
                    plan.part());
                plan.costs().copy(files, plan.backend().name(), load, plan.nPes(),
                    plan.installation());
                for (App app : plan.apps()) {
                    if (app.program().compiled() != null) {
                        files.write(JobFiles.classes(app.firstPe()), app.program().compiled().jar());
                    }
                }
                return new JobFolder(jobId, files, plan.part(), plan.options().has(LauncherOption.RESPAWN));
            } catch (java.nio.file.FileAlreadyExistsException e) {
                last = e;
            } catch (IOException e) {
                if (files != null) {
                    files.delete();
                }
                throw failure(plan, e);
            }
        }
        throw failure(plan, last);
    }

    private static LaunchException failure(JobPlan plan, IOException cause) {
        String why = cause instanceof java.nio.file.AccessDeniedException ? "no permission to write there"
            : cause.getMessage();
        if (cause instanceof java.nio.file.FileSystemException system && system.getReason() != null) {
            why = system.getReason();
        }
        return new LaunchException(ExitStatus.LAUNCH, "can't make the job's files in " + plan.heap().folder() + ": "
            + why + "; " + (TOO_LARGE.equals(why) && SystemLimits.fileSize() != null ? SystemLimits.fileSize()
            : "--shm-dir or SHMEM_SHM_DIR names another memory file system"), cause);
    }

    public String jobId() {
        return jobId;
    }

    public JobFiles files() {
        return files;
    }

    /** {@return whether the job's files have been deleted by another process} */
    public boolean removed() {
        return Files.notExists(files.file(JobFiles.CONTROL));
    }

    public ControlFile control() {
        return control;
    }

    /** Registers a restarted PE as alive. */
    public void recordStart(int pe) throws IOException {
        living.claim(pe);
    }

    /** Removes a PE from the register of live PEs. */
    public void recordEnd(int pe) {
        try {
            living.leave(pe);
        } catch (IOException e) {
            // The kernel releases the lock when this process exits.
        }
    }

    /** Sets whether {@link #close} keeps the files. */
    public void keep(boolean keep) {
        kept = keep;
    }

    public boolean kept() {
        return kept;
    }

    /**
     * Deletes the files unless they are kept, then closes the register of live PEs. PEs that still run notice it and
     * exit.
     */
    @Override
    public void close() {
        control.over();
        if (!kept) {
            files.delete();
        }
        living.close();
    }
}

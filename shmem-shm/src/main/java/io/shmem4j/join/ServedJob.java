// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.PeLocks;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A node's part of a job that JVMs have joined, seen from the node's agent. The agent takes part like a PE: it holds a
 * lock, which its PEs watch, and watches theirs.
 */
public final class ServedJob {
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final JoinedJob job;
    private final NodePart part;

    private ServedJob(JoinedJob job, NodePart part) {
        this.job = job;
        this.part = part;
    }

    /**
     * {@return the job that PEs have made on this node, with this process as its agent; null while there is none that
     * waits for an agent}
     *
     * @param folder memory file system
     */
    public static ServedJob find(Path folder, NodePart part) throws IOException {
        JobFiles files = new JobFiles(folder.resolve(JobFiles.prefix() + part.folderId()));
        PeLocks locks = null;
        boolean kept = false;
        try {
            if (!OwnJobs.isOwn(files.folder())) {
                return null;
            }
            locks = PeLocks.open(files);
            ControlFile control = ControlFile.open(files, Arena.ofAuto());
            JoinedJob job = new JoinedJob(files, control, locks, part);
            try (FileLock _ = locks.change(CHANGE_NANOS)) {
                kept = locks.areOf(files) && control.joined() && control.launcherPid() == 0 && !job.deserted();
                if (kept) {
                    locks.lock(control.nPes());
                    control.served();
                }
            }
            return kept ? new ServedJob(job, part) : null;
        } catch (NoSuchFileException e) {
            // PEs of a job before it are leaving.
            return null;
        } finally {
            if (locks != null && !kept) {
                locks.close();
            }
        }
    }

    /**
     * {@return what jobs have in common on all nodes, a fact a line}
     *
     * @param files those of a node
     */
    public static String facts(JobFiles files) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.look(files, arena);
            return control.nPes() + " PEs\nheaps of " + control.heapBytes() + " bytes\nheaps that are "
                + control.stride() + " bytes apart\n" + Files.readString(files.file(JobFiles.SETTINGS));
        }
    }

    public JobFiles files() {
        return job.files();
    }

    public ControlFile control() {
        return job.control();
    }

    /** {@return why the job has failed, null if it has not} */
    public String failure() throws IOException {
        int dead = job.dead();
        if (dead >= 0 && !control().aborting()) {
            control().abort(dead, 1, job.died(dead));
        }
        return control().aborting() ? job.failure().getMessage() : null;
    }

    /** {@return the process of a PE of this node, 0 where it does not take part} */
    public long pid(int pe) {
        return job.pes(ControlLayout.MEMBER).contains(pe) ? control().pid(pe) : 0;
    }

    /** {@return whether all PEs of this node have taken part and left} */
    public boolean isOver() {
        return job.pes(ControlLayout.LEFT).size() == part.count();
    }

    /**
     * The agent takes part no more; the last one removes the files.
     *
     * @param nanos how long it waits for PEs to leave or die, after which only it would
     */
    public void leave(long nanos) {
        long start = System.nanoTime();
        try {
            while (job.hasMembers() && System.nanoTime() - start < nanos) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            job.leaveAgent();
        } catch (IOException e) {
            throw new ShmemException("the agent of node " + part.node() + " can't leave job " + job.name()
                + " in order: " + e, e);
        }
    }
}

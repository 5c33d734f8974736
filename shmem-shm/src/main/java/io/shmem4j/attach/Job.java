// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.Visitor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Access to the symmetric objects of a running job from any JVM of the same user and machine, such as a dashboard, a
 * notebook or a test.
 *
 * <pre>{@code
 * try (Job job = Job.attach("3f2a")) {
 *     JobObject residual = job.object("residual");
 *     for (int pe = 0; pe < job.nPes(); pe++) {
 *         System.out.println(pe + " " + residual.doubles(pe)[0]);
 *     }
 * }
 * }</pre>
 *
 * <p>{@link #attach} maps the job's memory read-only. Values that are read while PEs write may belong to different
 * steps. {@link #visit} maps it to store as well, wait and signal: a visitor. It is no PE: it takes no part in barriers
 * and allocations, and its death harms nobody. While a visitor is attached, no wait of the job's PEs counts as a
 * deadlock. Instances are safe for use by several threads.
 */
public final class Job implements AutoCloseable {
    private final JobFiles files;
    private final HeapFile heap;
    /** Null if the job was attached read-only. */
    private final Visitor visitor;

    private Job(JobFiles files, HeapFile heap, Visitor visitor) {
        this.files = files;
        this.heap = heap;
        this.visitor = visitor;
    }

    /** {@return the ids of the user's running jobs, as {@code oshstat} lists them} */
    public static List<String> running() {
        return running(folder());
    }

    /** {@return the ids of the user's running jobs in a folder} */
    public static List<String> running(Path folder) {
        try {
            return OwnJobs.in(folder).stream().filter(Job::runs).map(JobFiles::id).toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    /**
     * {@return a running job, whose memory is now mapped}
     *
     * @param id the job's id as listed by {@code oshstat} or in a PE's {@code SHMEM_JOB_ID}, or a unique prefix
     * @throws ShmemException if this user has no such job, or its memory can't be read from here
     */
    public static Job attach(String id) {
        return attach(id, folder());
    }

    /**
     * {@return a running job, whose memory is now mapped}
     *
     * @param id     the job's id, or a unique prefix
     * @param folder the folder with the jobs' files, if it is neither the default nor {@code SHMEM_SHM_DIR}
     * @throws ShmemException if this user has no such job, or its memory can't be read from here
     */
    public static Job attach(String id, Path folder) {
        return attach(id, folder, false);
    }

    /**
     * {@return a running job, whose objects this JVM can change and wait for}
     *
     * @param id the job's id, or a unique prefix
     * @throws ShmemException if this user has no such job, or its memory can't be mapped from here
     */
    public static Job visit(String id) {
        return visit(id, folder());
    }

    /**
     * {@return a running job, whose objects this JVM can change and wait for}
     *
     * @param id     the job's id, or a unique prefix
     * @param folder the folder with the jobs' files, if it is neither the default nor {@code SHMEM_SHM_DIR}
     * @throws ShmemException if this user has no such job, or its memory can't be mapped from here
     */
    public static Job visit(String id, Path folder) {
        return attach(id, folder, true);
    }

    private static Job attach(String id, Path folder, boolean visits) {
        JobFiles files = find(id, folder);
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.look(files, arena);
            requireShared(files, control);
            Visitor visitor = visits ? new Visitor(files) : null;
            return new Job(files, visits ? visitor.heap() : new HeapFile(files, control), visitor);
        } catch (IOException e) {
            throw new ShmemException("job " + files.id() + " can't be read: " + e.getMessage(), e);
        }
    }

    private static JobFiles find(String id, Path folder) {
        try {
            List<JobFiles> found = OwnJobs.named(folder, id);
            if (found.isEmpty()) {
                throw new ShmemException(ofAnother(id, folder) ? "job " + id + " is another user's, whom its memory is"
                    + " for alone" : "no job of yours in " + folder + " is called " + id + "; "
                    + list(running(folder)));
            }
            if (found.size() > 1) {
                throw new ShmemException(found.size() + " jobs have names that begin with " + id + ": "
                    + String.join(", ", found.stream().map(JobFiles::id).toList()));
            }
            JobFiles files = found.getFirst();
            if (!runs(files)) {
                throw new ShmemException("job " + files.id() + " has ended and left its files; oshrun heap dump "
                    + files.id() + " reads them");
            }
            return files;
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static String list(List<String> running) {
        return running.isEmpty() ? "none is running" : "running are " + String.join(", ", running);
    }

    /** {@return whether another user has a job of this id; folder names are public} */
    private static boolean ofAnother(String id, Path folder) throws IOException {
        try (DirectoryStream<Path> jobs = Files.newDirectoryStream(folder, JobFiles.PREFIX + "*")) {
            for (Path job : jobs) {
                if (!id.isEmpty() && new JobFiles(job).id().startsWith(id)
                    && !job.getFileName().toString().startsWith(JobFiles.prefix())) {
                    return true;
                }
            }
            return false;
        }
    }

    private static void requireShared(JobFiles files, ControlFile control) throws IOException {
        NodePart part = NodePart.of(files, control.nPes());
        if (!part.isWhole()) {
            throw new ShmemException("job " + files.id() + " runs on " + part.nodes() + " nodes; only jobs on one node "
                + "can be read");
        }
        if (control.heapBytes() == 0) {
            throw new ShmemException("job " + files.id() + " has its memory inside of one JVM, as simulated machines"
                + " have; only jobs in shared memory can be read");
        }
    }

    private static boolean runs(JobFiles files) {
        try {
            return Files.exists(files.file(JobFiles.CONTROL)) && !OwnJobs.abandoned(files);
        } catch (IOException e) {
            // The job is ending and its files are being deleted.
            return false;
        }
    }

    private static ShmemException unreadable(Path folder, IOException cause) {
        return new ShmemException("the folder of jobs " + folder + " can't be read: " + cause, cause);
    }

    private static Path folder() {
        return Path.of(Setting.SHM_DIR.value());
    }

    /** {@return the job's id} */
    public String id() {
        return files.id();
    }

    /** {@return the number of PEs} */
    public int nPes() {
        return heap.nPes();
    }

    /** {@return whether the job is still running} */
    public boolean runs() {
        return runs(files);
    }

    /**
     * {@return the current symmetric objects by ascending offset} Objects that the program has not named are called by
     * their type and a number.
     */
    public List<JobObject> objects() {
        requireOpen();
        return heap.entries().stream().map(entry -> new JobObject(this, heap, entry)).toList();
    }

    /**
     * {@return the symmetric object with a name; the one at the lowest offset if several have it}
     *
     * @param name the name that the program gave it by {@code named}
     * @throws ShmemException if there is currently no such object
     */
    public JobObject object(String name) {
        List<JobObject> objects = objects();
        return objects.stream().filter(object -> object.name().equals(name)).findFirst()
            .orElseThrow(() -> new ShmemException(this + " has no symmetric object \"" + name + "\" now; it has "
                + (objects.isEmpty() ? "none" : String.join(", ", objects.stream().map(JobObject::name).toList()))));
    }

    /** {@return what changes the memory; throws if the job was attached read-only} */
    Visitor visitor() {
        requireOpen();
        if (visitor == null) {
            throw new IllegalStateException(this + " was attached read-only; Job.visit maps it to wait and to store");
        }
        return visitor;
    }

    void requireOpen() {
        if (!heap.open()) {
            throw new IllegalStateException("this view of job " + id() + " has been closed");
        }
    }

    /** Unmaps the job's memory, which invalidates all its segments. */
    @Override
    public void close() {
        if (visitor != null && heap.open()) {
            visitor.close();
        } else if (heap.open()) {
            heap.close();
        }
    }

    @Override
    public String toString() {
        return "job " + id();
    }
}

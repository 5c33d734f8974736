// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the job of an id, and says why where it can't be read. */
final class JobSearch {
    private JobSearch() {
    }

    static List<String> running(Path folder) {
        try {
            return OwnJobs.in(folder).stream().filter(JobSearch::runs).map(JobFiles::id).toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    static boolean runs(JobFiles files) {
        try {
            return Files.exists(files.file(JobFiles.CONTROL)) && !OwnJobs.abandoned(files);
        } catch (IOException e) {
            // Its files are being removed, which happens at its end.
            return false;
        }
    }

    static JobFiles find(String id, Path folder) {
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

    /** {@return whether another user has such a job, whose folder's name is public} */
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

    static void requireShared(JobFiles files, ControlFile control) throws IOException {
        NodePart part = NodePart.of(files);
        if (part != null) {
            throw new ShmemException("job " + files.id() + " runs on " + part.nodes() + " nodes, each of which has the"
                + " memory of its own PEs; only jobs on one node can be read");
        }
        if (control.heapBytes() == 0) {
            throw new ShmemException("job " + files.id() + " has its memory inside of one JVM, as simulated machines"
                + " have; only jobs in shared memory can be read");
        }
    }

    private static ShmemException unreadable(Path folder, IOException cause) {
        return new ShmemException("the folder of jobs " + folder + " can't be read: " + cause, cause);
    }
}

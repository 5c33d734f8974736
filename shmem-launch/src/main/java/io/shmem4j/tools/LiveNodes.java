// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.QuestionFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Finds the PEs of a job on several nodes. One node is here; its agent asks the others. */
final class LiveNodes {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** Longer than the agents of nodes that are there need, even where their cores are busy. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);

    private LiveNodes() {
    }

    /** {@return the totals of the PEs of all nodes, or null where the agent does not answer} */
    static List<PeTotals> totals(JobFiles files) {
        long began = System.nanoTime();
        try {
            while (!ask(files)) {
                if (isOver(files, began)) {
                    return null;
                }
            }
            try {
                List<String> answer = QuestionFile.SAMPLES.take(files);
                while (answer == null) {
                    if (isOver(files, began)) {
                        return null;
                    }
                    answer = QuestionFile.SAMPLES.take(files);
                }
                return answer.stream().map(PeTotals::of).filter(Objects::nonNull).toList();
            } finally {
                QuestionFile.SAMPLES.forget(files);
            }
        } catch (IOException e) {
            // The job has ended meanwhile.
            return null;
        }
    }

    /** {@return whether no other process is asking} */
    private static boolean ask(JobFiles files) throws IOException {
        try {
            QuestionFile.SAMPLES.want(files);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static boolean isOver(JobFiles files, long began) {
        LockSupport.parkNanos(LOOK_NANOS);
        return System.nanoTime() - began > LIMIT_NANOS || !Files.exists(files.folder());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.ThreadDump;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.QuestionFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Finds where PEs are when one process runs all of them: that process says what each waits for. */
record ToldPlaces(JobFiles files, List<PeProcess> processes, Stacks stacks) {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Several times as long as the process takes between two looks for a question. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** {@return a line for each PE, and the stacks of the process, which has that of the PE that runs} */
    List<String> places() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        try {
            lines.addAll(said());
        } catch (IOException e) {
            lines.add("the process of all PEs can't be asked: " + e.getMessage());
        }
        ThreadDump dump = stacks.of(processes, processes.size())[0];
        lines.add(dump == null ? "its process does not answer with a stack" : "stacks of its process:");
        if (dump != null) {
            dump.text().lines().forEach(lines::add);
        }
        return lines;
    }

    private List<String> said() throws IOException {
        QuestionFile.PLACES.want(files);
        try {
            long began = System.nanoTime();
            while (System.nanoTime() - began < LIMIT_NANOS) {
                List<String> answer = QuestionFile.PLACES.take(files);
                if (answer != null) {
                    return answer;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return List.of("the process of all PEs does not say where they are");
        } finally {
            QuestionFile.PLACES.forget(files);
        }
    }
}

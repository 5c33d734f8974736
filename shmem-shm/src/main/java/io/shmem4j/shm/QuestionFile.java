// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Questions to a job's launcher about its PEs from another process, and from the launcher to the process of a
 * simulation: an empty file in the job's folder is the question, a file with lines the answer. Only the job's user can
 * write there.
 */
public enum QuestionFile {
    /** Where are the PEs? The launcher answers, of a job on several nodes for all of them. */
    STACKS(JobFiles.STACKS_WANTED, JobFiles.STACKS),
    /** Where are the simulated PEs? Their process answers. */
    PLACES(JobFiles.PLACES_WANTED, JobFiles.PLACES),
    /** What have the PEs done? The launcher of a node's part answers for all nodes. */
    SAMPLES(JobFiles.SAMPLES_WANTED, JobFiles.SAMPLES);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String question;
    private final String answer;

    QuestionFile(String question, String answer) {
        this.question = question;
        this.answer = answer;
    }

    /** {@return whether a process has asked} */
    public boolean wanted(JobFiles files) {
        return Files.exists(files.file(question));
    }

    /** Answers; a question that its asker has withdrawn stays without one. */
    public void answer(JobFiles files, List<String> lines) {
        try {
            Path asked = files.file(question);
            Files.write(asked, lines, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            Files.move(asked, files.file(answer), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // The asker is gone, or there is no room; it looks for the end and for a while only.
            return;
        }
    }

    /**
     * {@return the answer, null where none comes within a time, or the job ends} One process asks at a time, and
     * withdraws its question.
     */
    public List<String> ask(JobFiles files, long limitNanos) throws IOException {
        long began = System.nanoTime();
        boolean asked = false;
        List<String> lines = null;
        try {
            while (lines == null && System.nanoTime() - began < limitNanos && Files.exists(files.folder())) {
                asked = asked || want(files);
                lines = asked ? take(files) : null;
                if (lines == null) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
            }
            return lines;
        } finally {
            if (asked) {
                Files.deleteIfExists(files.file(question));
            }
        }
    }

    /** {@return whether no other process is asking} */
    private boolean want(JobFiles files) throws IOException {
        try {
            files.write(question, "");
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private List<String> take(JobFiles files) throws IOException {
        Path given = files.file(answer);
        if (!Files.exists(given)) {
            return null;
        }
        List<String> lines = Files.readAllLines(given);
        Files.deleteIfExists(given);
        return lines;
    }
}

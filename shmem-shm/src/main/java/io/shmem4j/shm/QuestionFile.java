// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

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

    private final String question;
    private final String answer;

    QuestionFile(String question, String answer) {
        this.question = question;
        this.answer = answer;
    }

    /** Asks. */
    public void want(JobFiles files) throws IOException {
        files.write(question, "");
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

    /** {@return the answer, or null before there is one} */
    public List<String> take(JobFiles files) throws IOException {
        Path given = files.file(answer);
        if (!Files.exists(given)) {
            return null;
        }
        List<String> lines = Files.readAllLines(given);
        Files.deleteIfExists(given);
        return lines;
    }

    /** Withdraws the question. */
    public void forget(JobFiles files) throws IOException {
        Files.deleteIfExists(files.file(question));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * How somebody outside a job asks its launcher where the PEs are, and the launcher the process of a simulation: an
 * empty file in the job's folder is the question, a file with lines the answer. Only the job's user can write there.
 */
public enum StacksFile {
    /** The launcher answers. */
    OF_LAUNCHER(JobFiles.STACKS_WANTED, JobFiles.STACKS),
    /** The process of the simulated PEs answers. */
    OF_SIMULATION(JobFiles.PLACES_WANTED, JobFiles.PLACES);

    private final String question;
    private final String answer;

    StacksFile(String question, String answer) {
        this.question = question;
        this.answer = answer;
    }

    /**
     * Asks.
     *
     * @param files the job
     * @throws IOException if somebody else has asked just now, or the job has ended
     */
    public void want(JobFiles files) throws IOException {
        files.write(question, "");
    }

    /**
     * {@return whether somebody has asked}
     *
     * @param files the job
     */
    public boolean wanted(JobFiles files) {
        return Files.exists(files.file(question));
    }

    /**
     * Answers; a question that its asker has withdrawn stays without one.
     *
     * @param files the job
     * @param lines the answer
     */
    public void answer(JobFiles files, List<String> lines) {
        try {
            Path asked = files.file(question);
            Files.write(asked, lines);
            Files.move(asked, files.file(answer), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // The asker is gone, or there is no room; it looks for the end and for a while only.
            return;
        }
    }

    /**
     * {@return the answer, or null before there is one}
     *
     * @param files the job
     * @throws IOException if it can't be read
     */
    public List<String> take(JobFiles files) throws IOException {
        Path given = files.file(answer);
        if (!Files.exists(given)) {
            return null;
        }
        List<String> lines = Files.readAllLines(given);
        Files.deleteIfExists(given);
        return lines;
    }

    /**
     * Withdraws the question.
     *
     * @param files the job
     * @throws IOException if it can't be removed
     */
    public void forget(JobFiles files) throws IOException {
        Files.deleteIfExists(files.file(question));
    }
}

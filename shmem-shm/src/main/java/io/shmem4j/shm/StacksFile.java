// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * How somebody outside a job asks its launcher where the PEs are: an empty file in the job's folder is the question, a
 * file with lines the answer. Only the job's user can write there.
 */
public final class StacksFile {
    private StacksFile() {
    }

    /**
     * Asks.
     *
     * @param files the job
     * @throws IOException if somebody else has asked just now, or the job has ended
     */
    public static void want(JobFiles files) throws IOException {
        files.write(JobFiles.STACKS_WANTED, "");
    }

    /**
     * {@return whether somebody has asked}
     *
     * @param files the job
     */
    public static boolean wanted(JobFiles files) {
        return Files.exists(files.file(JobFiles.STACKS_WANTED));
    }

    /**
     * Answers; a question that its asker has withdrawn stays without one.
     *
     * @param files the job
     * @param lines the answer
     */
    public static void answer(JobFiles files, List<String> lines) {
        try {
            Path question = files.file(JobFiles.STACKS_WANTED);
            Files.write(question, lines);
            Files.move(question, files.file(JobFiles.STACKS), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // The asker is gone, or there is no room; it looks for the job's end and for a while only.
            return;
        }
    }

    /**
     * {@return the answer, or null before there is one}
     *
     * @param files the job
     * @throws IOException if it can't be read
     */
    public static List<String> take(JobFiles files) throws IOException {
        Path answer = files.file(JobFiles.STACKS);
        if (!Files.exists(answer)) {
            return null;
        }
        List<String> lines = Files.readAllLines(answer);
        Files.deleteIfExists(answer);
        return lines;
    }

    /**
     * Withdraws the question.
     *
     * @param files the job
     * @throws IOException if it can't be removed
     */
    public static void forget(JobFiles files) throws IOException {
        Files.deleteIfExists(files.file(JobFiles.STACKS_WANTED));
    }
}

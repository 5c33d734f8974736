// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Requests to a job from another process. The request is a file in the job's folder, and the answer another one with
 * lines of text. Only the job's user can write there.
 */
public enum QuestionFile {
    /** Requests the PEs' positions. The launcher answers, also for other nodes. */
    STACKS("stacks"),
    /** Requests the positions of simulated PEs. Their process answers. */
    PLACES("places"),
    /** Requests the PEs' work so far. A node's launcher answers for all nodes. */
    SAMPLES("samples"),
    /** Requests a snapshot in the file that the text names. PE 0 answers at its next checkpoint. */
    SNAPSHOT("snapshot");

    /** Pattern of the files' names. */
    static final String FILES = "stacks,places,samples,snapshot,*.wanted*";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Set<OpenOption> MAKE =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    /** Files that this JVM is locking; closing a second channel on a file would release the first one's lock. */
    private static final Set<Path> ASKING = ConcurrentHashMap.newKeySet();

    private final String question;
    private final String answer;

    QuestionFile(String answer) {
        this.question = answer + ".wanted";
        this.answer = answer;
    }

    /** {@return whether there is a request} */
    public boolean wanted(JobFiles files) {
        return Files.exists(files.file(question));
    }

    /** {@return the text of the request, or null if there is none} */
    String text(JobFiles files) {
        try {
            return wanted(files) ? Files.readString(files.file(question)) : null;
        } catch (IOException e) {
            // The request was withdrawn.
            return null;
        }
    }

    /**
     * Answers the request; does nothing if it was withdrawn. The request gets another name first, so that one which
     * can't be answered, because the disk is full, is not found again with a part of the answer as its text.
     */
    public void answer(JobFiles files, List<String> lines) {
        Path taken = files.file(question + ".taken");
        try {
            Files.move(files.file(question), taken, StandardCopyOption.ATOMIC_MOVE);
            Files.write(taken, lines, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            Files.move(taken, files.file(answer), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            taken.toFile().delete();
        }
    }

    /**
     * Makes a request and {@return the answer, or null if the time passes or the job ends} A lock admits one requester
     * at a time; the kernel releases it if the requester dies.
     *
     * @param text the text of the request; the answer may belong to an equal request of a killed process
     */
    public List<String> ask(JobFiles files, String text, long limitNanos) throws IOException {
        long began = System.nanoTime();
        Path turn = files.file(question + ".turn");
        while (!ASKING.add(turn)) {
            if (!park(files, began, limitNanos)) {
                return null;
            }
        }
        try (FileChannel channel = FileChannel.open(turn, MAKE, JobFiles.PRIVATE)) {
            while (!locks(channel)) {
                if (!park(files, began, limitNanos)) {
                    return null;
                }
            }
            return askAlone(files, text, began, limitNanos);
        } catch (NoSuchFileException e) {
            // The job has ended.
            return null;
        } finally {
            ASKING.remove(turn);
        }
    }

    /** {@return whether the file could be locked, which another copy of the library in this JVM may prevent} */
    private static boolean locks(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private List<String> askAlone(JobFiles files, String text, long began, long limitNanos) throws IOException {
        Path given = files.file(answer);
        // An existing answer was for a killed requester. Its request may remain, because it has the same text.
        Files.deleteIfExists(given);
        try {
            if (!text.isEmpty() || !wanted(files)) {
                files.writeWhole(question, text);
            }
            while (!Files.exists(given)) {
                if (!park(files, began, limitNanos)) {
                    return null;
                }
            }
            List<String> lines = Files.readAllLines(given);
            Files.deleteIfExists(given);
            return lines;
        } finally {
            Files.deleteIfExists(files.file(question));
        }
    }

    /** Pauses and {@return whether to continue waiting} */
    private static boolean park(JobFiles files, long began, long limitNanos) throws IOException {
        Waiter.park(LOOK_NANOS);
        return System.nanoTime() - began < limitNanos && Files.exists(files.folder()) && !OwnJobs.abandoned(files);
    }
}

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
 * Questions to a job from another process: a file in the job's folder is the question, a file with lines the answer.
 * Only the job's user can write there.
 */
public enum QuestionFile {
    /** Asks for the PEs' places. The launcher answers; in a job on several nodes it answers for all of them. */
    STACKS("stacks"),
    /** Asks for the simulated PEs' places. Their process answers. */
    PLACES("places"),
    /** Asks for the PEs' work so far. The launcher of a node's part answers for all nodes. */
    SAMPLES("samples"),
    /** Asks for a snapshot in the file that the question names. PE 0 answers at its next checkpoint. */
    SNAPSHOT("snapshot");

    /** Patterns of the files' names. */
    static final String FILES = "stacks,places,samples,snapshot,*.wanted*";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Set<OpenOption> MAKE =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    /** Files whose lock this JVM wants: a second channel on one would drop the lock of the first when it closes. */
    private static final Set<Path> ASKING = ConcurrentHashMap.newKeySet();

    private final String question;
    private final String answer;

    QuestionFile(String answer) {
        this.question = answer + ".wanted";
        this.answer = answer;
    }

    /** {@return whether a process has asked} */
    public boolean wanted(JobFiles files) {
        return Files.exists(files.file(question));
    }

    /** {@return what a process has asked, null where none has} */
    String text(JobFiles files) {
        try {
            return wanted(files) ? Files.readString(files.file(question)) : null;
        } catch (IOException e) {
            // Its asker has withdrawn it.
            return null;
        }
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
     * {@return the answer, null where none comes within a time, or the job ends} One process asks at a time, which a
     * lock says that ends with it, and withdraws its question.
     *
     * @param text of the question; the answer may be to that of an asker who was killed
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

    /** {@return whether a file is locked now; another copy of the library in this JVM may have locked it} */
    private static boolean locks(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private List<String> askAlone(JobFiles files, String text, long began, long limitNanos) throws IOException {
        Path given = files.file(answer);
        // An existing answer belongs to a killed asker; its question is as good as a new one of the same text.
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

    /** Waits for a while, and {@return whether more of it can help} */
    private static boolean park(JobFiles files, long began, long limitNanos) throws IOException {
        Waiter.park(LOOK_NANOS);
        return System.nanoTime() - began < limitNanos && Files.exists(files.folder()) && !OwnJobs.abandoned(files);
    }
}

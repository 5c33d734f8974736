// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each of several askers gets an answer of its own. */
class QuestionFileTest {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int TIMES = 20;

    @TempDir
    private Path parent;
    private Living living;
    private JobFiles files;

    @BeforeEach
    void begin() throws IOException {
        files = JobFiles.create(parent, "asked", 1, 4096);
        living = Living.open(files);
        living.launch(0, 1);
    }

    @AfterEach
    void end() {
        living.close();
    }

    /** An asker in a JVM of its own. */
    static final class Asker {
        private Asker() {
        }

        public static void main(String[] args) throws IOException {
            askOften(new JobFiles(Path.of(args[0]))).forEach(System.out::println);
        }
    }

    private static List<String> askOften(JobFiles files) throws IOException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            all.add(String.join(" ", QuestionFile.STACKS.ask(files, "", LIMIT_NANOS)));
        }
        return all;
    }

    private Process asker() throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
            Asker.class.getName(), files.folder().toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    @Test
    void askersOfSeveralProcessesAndThreadsTakeTurns() throws Exception {
        files.write("stacks", "of an asker that was killed");
        List<Process> others = List.of(asker(), asker());
        List<String> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<List<String>>> here = List.of(threads.submit(() -> askOften(files)),
                threads.submit(() -> askOften(files)));
            long began = System.nanoTime();
            for (int number = 0; here.stream().anyMatch(asker -> !asker.isDone())
                || others.stream().anyMatch(Process::isAlive); LockSupport.parkNanos(100_000)) {
                assertTrue(System.nanoTime() - began < LIMIT_NANOS, "askers wait");
                if (QuestionFile.STACKS.wanted(files)) {
                    QuestionFile.STACKS.answer(files, List.of(Integer.toString(number++)));
                }
            }
            for (Future<List<String>> asker : here) {
                answers.addAll(asker.get());
            }
        }
        for (Process other : others) {
            answers.addAll(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        }
        Set<String> expected = new HashSet<>();
        for (int number = 0; number < 4 * TIMES; number++) {
            expected.add(Integer.toString(number));
        }
        assertEquals(4 * TIMES, answers.size());
        assertEquals(expected, new HashSet<>(answers));
        files.delete();
        assertTrue(Files.notExists(files.folder()), "the files of the job are known");
    }

    /** A question, and an answer, of an asker that was killed count for nobody else. */
    @Test
    void aQuestionTakesThePlaceOfAnother() throws Exception {
        files.write("snapshot.wanted", "/of the dead");
        files.write("snapshot", "/of the dead");
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<List<String>> asker = threads.submit(() -> QuestionFile.SNAPSHOT.ask(files, "/mine", LIMIT_NANOS));
            while (!"/mine".equals(QuestionFile.SNAPSHOT.text(files))) {
                LockSupport.parkNanos(100_000);
            }
            QuestionFile.SNAPSHOT.answer(files, List.of("/mine", "no room"));
            assertEquals(List.of("/mine", "no room"), asker.get());
        }
        assertEquals(null, QuestionFile.SNAPSHOT.text(files));
    }

    /** As on a full disk: here the answer is no text. */
    @Test
    void aQuestionThatCannotBeAnsweredIsNotFoundWithAnotherText() throws IOException {
        files.write("snapshot.wanted", "/mine");
        QuestionFile.SNAPSHOT.answer(files, List.of("/mine", "\ud800"));
        assertEquals(null, QuestionFile.SNAPSHOT.text(files));
        files.delete();
        assertTrue(Files.notExists(files.folder()));
    }

    @Test
    void aJobThatAllHaveLeftGivesNoAnswer() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ControlFile.open(files, arena).joined(1);
        }
        living.close();
        assertEquals(null, QuestionFile.SNAPSHOT.ask(files, "/mine", Long.MAX_VALUE));
    }

    @Test
    void withoutAnAnswerOrAJobThereIsNone() throws IOException {
        assertEquals(null, QuestionFile.PLACES.ask(files, "", 1));
        assertTrue(!QuestionFile.PLACES.wanted(files), "withdrawn");
        files.delete();
        assertEquals(null, QuestionFile.PLACES.ask(files, "", LIMIT_NANOS));
    }
}

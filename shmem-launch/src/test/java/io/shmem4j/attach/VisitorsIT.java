// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.Cmp;
import io.shmem4j.SignalOp;
import io.shmem4j.error.ShmemException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are no PEs wait, signal and count in a running job, from Java, Python and C. */
class VisitorsIT {
    /** Detectors of deadlocks look and speak early. */
    private static final String SOON = "-Dshmem4j.time.launched.standstill=300 -Dshmem4j.time.search=200"
        + " -Dshmem4j.time.later.search=300 -Dshmem4j.time.second.search=200 -Dshmem4j.time.long.doubt=600";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int ECHO = 0;
    private static final int END = 1;
    private static final int PUT_QUIET = 2;
    private static final int STORE = 4;

    private static final String C_PROGRAM = """
        #include "shmem4j.h"
        static struct shmem4j_job job;
        static struct shmem4j_object ask, answer, counts;
        static int64_t request(int pe, int what) {
            int64_t before = 0;
            shmem4j_update(&job, &ask, pe, 1, SHMEM4J_SET, what, NULL);
            shmem4j_update(&job, &ask, pe, 0, SHMEM4J_ADD, 1, &before);
            return before + 1;
        }
        int main(int count, char **words) {
            int64_t seen = 0, old = 3;
            if (count < 2 || shmem4j_attach(&job, words[1], "", 1) != 0 || shmem4j_find(&job, "ask", &ask) != 0
                || shmem4j_find(&job, "answer", &answer) != 0 || shmem4j_find(&job, "counts", &counts) != 0) {
                perror("no job");
                return 1;
            }
            for (int i = 0; i < 200; i++) {
                int pe = i % 2, whats[] = {0, 2, 4};
                int64_t expected = request(pe, whats[i % 3]);
                if (shmem4j_wait(&job, &answer, pe, 0, SHMEM4J_GE, expected, 60000000000, &seen) != 0
                    || seen != expected) {
                    perror("no answer");
                    return 1;
                }
            }
            printf("%d", shmem4j_wait(&job, &ask, 0, 2, SHMEM4J_EQ, 7, 20000000, NULL));
            printf(" %s\\n", strerror(errno));
            printf("%d", shmem4j_wait(&job, &ask, 2, 0, SHMEM4J_EQ, 7, 0, NULL));
            printf(" %s\\n", strerror(errno));
            shmem4j_update(&job, &counts, 1, 3, SHMEM4J_SET, 12, NULL);
            shmem4j_update(&job, &counts, 1, 3, SHMEM4J_XOR, 6, NULL);
            shmem4j_update(&job, &counts, 1, 3, SHMEM4J_SWAP_IF, 9, &old);
            shmem4j_update(&job, &counts, 1, 3, SHMEM4J_OR, 1, &seen);
            printf("%lld %lld\\n", (long long) old, (long long) seen);
            fflush(stdout);
            printf("%d", shmem4j_wait(&job, &ask, 0, 2, SHMEM4J_EQ, 7, -1, NULL));
            printf(" %s\\n", strerror(errno));
            return 0;
        }
        """;

    private static final String C_LITMUS = """
        #include "shmem4j.h"
        int main(int count, char **words) {
            struct shmem4j_job job;
            struct shmem4j_object all[5];
            const char *names[] = {"x", "y", "seen", "go", "came"};
            int64_t batch = 0, shape, one = 1, seen = 0, meetings = 0;
            if (count < 2 || shmem4j_attach(&job, words[1], "", 1) != 0) {
                return 1;
            }
            for (int i = 0; i < 5; i++) {
                shmem4j_find(&job, names[i], &all[i]);
            }
            volatile int64_t *x = shmem4j_pe(&job, &all[0], 0), *found = shmem4j_pe(&job, &all[2], 0);
            const char *y = shmem4j_pe(&job, &all[1], 0), *go = shmem4j_pe(&job, &all[3], 0);
            char *came = shmem4j_pe(&job, &all[4], 0);
            while (shmem4j_wait(&job, &all[3], 0, 0, SHMEM4J_NE, batch, -1, &seen) == 0 && seen > 0) {
                batch = seen;
                shape = ((int64_t *) shmem4j_pe(&job, &all[3], 0))[1];
                shmem4j_update(&job, &all[4], 0, 1, SHMEM4J_SET, batch, NULL);
                for (int i = 0; i < all[0].bytes / 8; i++) {
                    for (int spins = 0; i % 8 == 0 && shmem4j_load(go + 16, 8) <= meetings; spins++) {
                        if (spins > 2000) {
                            sched_yield();
                        }
                    }
                    if (i % 8 == 0) {
                        __atomic_store_n((int64_t *) (came + 16), ++meetings, __ATOMIC_RELEASE);
                    }
                    if (shape == 0) {
                        found[2 * i] = shmem4j_load(y + 8 * i, 8);
                        found[2 * i + 1] = x[i];
                    } else if (shape == 1) {
                        memcpy((void *) &x[i], &one, 8);
                        shmem4j_update(&job, &all[1], 0, i, SHMEM4J_SET, 1, NULL);
                    } else {
                        shmem4j_update(&job, &all[1], 0, i, shape == 2 ? SHMEM4J_SET : SHMEM4J_ADD, 1, NULL);
                        found[2 * i] = shmem4j_load((const char *) &x[i], 8);
                    }
                }
                shmem4j_update(&job, &all[4], 0, 0, SHMEM4J_SET, batch, NULL);
            }
            return 0;
        }
        """;

    private static final String C_VICTIM = """
        #include "shmem4j.h"
        int main(int count, char **words) {
            struct shmem4j_job job;
            struct shmem4j_object other;
            int pe = count % 2;
            if (shmem4j_attach(&job, words[1], "", 1) != 0 || shmem4j_find(&job, "other", &other) != 0
                || write(1, "x", 1) != 1) {
                return 1;
            }
            for (;;) {
                shmem4j_update(&job, &other, pe, 0, SHMEM4J_ADD, (INT64_C(1) << 32) + 1, NULL);
                shmem4j_wait(&job, &other, pe, 1, SHMEM4J_EQ, 5, 200000, NULL);
            }
        }
        """;

    @TempDir
    private Path folder;

    private static Oshrun job(String... words) {
        Oshrun run = Oshrun.start(Oshrun.home().resolve("oshrun"), Oshrun.home(), Map.of("JDK_JAVA_OPTIONS", SOON),
            Oshrun.words(2, Oshrun.program(VisitedProgram.class, words)));
        run.write("");
        run.awaitOutput("ready", 1);
        return run;
    }

    private static long ask(Job job, int what, int pe) {
        JobObject ask = job.object("ask");
        ask.swap(pe, 1, what);
        return ask.fetchAdd(pe, 0, 1) + 1;
    }

    private static void end(Oshrun run, Job job) {
        ask(job, END, 0);
        ask(job, END, 1);
        run.await().expect(0);
    }

    static boolean there(String command) {
        try {
            return new ProcessBuilder(command, "--version").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process python(Oshrun run, String numpy, String... words) throws IOException {
        return python(run.shm(), numpy, words);
    }

    static Process python(Path shm, String numpy, String... words) throws IOException {
        assumeTrue(there("python3"), "there is no python3");
        List<String> command = new ArrayList<>(List.of("python3", "-W", "error"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", Oshrun.home().resolve("python").toString());
        builder.environment().put("SHMEM_SHM_DIR", shm.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("WITHOUT_NUMPY", numpy);
        return builder.start();
    }

    private Path compiled(String text) throws Exception {
        assumeTrue(there("gcc"), "there is no gcc");
        Path source = Files.writeString(folder.resolve("visit.c"), text);
        Path program = folder.resolve("visit");
        text(new ProcessBuilder("gcc", "-std=c99", "-O2", "-pedantic", "-Wall", "-Wextra", "-Werror",
            "-I" + Oshrun.home().resolve("include"), "-o", program.toString(), source.toString())
            .redirectErrorStream(true).start());
        return program;
    }

    static String text(Process process) throws Exception {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    @Test
    void pythonTestsPassWithNumpy() throws Exception {
        pythonTestsPass("");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "yes")
    void pythonTestsPass(String withoutNumpy) throws Exception {
        try (Oshrun run = job(); Job job = Job.visit("", run.shm())) {
            String said = text(python(run, withoutNumpy,
                Oshrun.home().resolve("python/tests/test_visitor.py").toString(), "-q"));
            assertTrue(said.contains("OK"), said);
            end(run, job);
        }
    }

    @Test
    void visitorInJavaWaitsAndSignals() throws Exception {
        try (Oshrun run = job(); Job job = Job.visit("", run.shm())) {
            JobObject answer = job.object("answer");
            for (int i = 0; i < 100; i++) {
                for (int what : new int[] {ECHO, PUT_QUIET, STORE}) {
                    int pe = i % 2;
                    long expected = ask(job, what, pe);
                    assertEquals(expected, answer.waitUntil(pe, 0, Cmp.GE, expected, LIMIT));
                }
            }
            JobObject counts = job.object("counts");
            assertEquals(0, counts.swap(1, 3, 12));
            assertEquals(12, counts.fetchUpdate(1, 3, value -> value ^ 6));
            assertEquals(10, counts.compareSwap(1, 3, 3, 9));
            counts.signal(1, 3, SignalOp.ADD, -11);
            assertEquals(-1, counts.fetch(1, 3));
            job.object("numbers").put(1, 4, MemorySegment.ofArray(new double[] {1.5, 2.5}));
            assertEquals(2.5, job.object("numbers").doubles(1)[5]);
            String late = assertThrows(WaitTimeoutException.class,
                () -> counts.waitUntil(1, 3, Cmp.EQ, 5, Duration.ofMillis(20))).getMessage();
            assertTrue(late.contains("element 3 of PE 1 is -1 after PT0.02S, not EQ 5"), late);
            end(run, job);
        }
    }

    @Test
    void closeEndsWaitsOfOtherThreads() throws Exception {
        try (Oshrun run = job(); Job job = Job.visit("", run.shm())) {
            for (int i = 0; i < 8; i++) {
                Job other = Job.visit("", run.shm());
                JobObject word = other.object("other");
                CompletableFuture<Throwable> told = CompletableFuture.supplyAsync(() -> assertThrows(
                    IllegalStateException.class, () -> word.waitUntil(0, 0, Cmp.EQ, -5)));
                LockSupport.parkNanos(i % 4 * 5_000_000L);
                other.close();
                other.close();
                String why = told.get(1, TimeUnit.MINUTES).getMessage();
                assertTrue(why.endsWith("has been closed"), why);
            }
            end(run, job);
        }
    }

    @Test
    void visitorInCWaitsAndSignals() throws Exception {
        Path program = compiled(C_PROGRAM);
        try (Oshrun run = job(); Job job = Job.visit("", run.shm())) {
            ProcessBuilder builder = new ProcessBuilder(program.toString(), run.shm().toString());
            builder.environment().put("LC_ALL", "C");
            Process visitor = builder.redirectErrorStream(true).start();
            BufferedReader lines = visitor.inputReader();
            assertEquals("-1 Connection timed out", lines.readLine());
            assertEquals("-1 Invalid argument", lines.readLine());
            assertEquals("10 10", lines.readLine());
            end(run, job);
            assertEquals("-1 Operation canceled", lines.readLine());
            assertEquals(0, visitor.waitFor());
        }
    }

    /** Visitors that die anywhere leave no count of sleepers and no half word. */
    @Test
    void killedVisitorsLeaveNothing() throws Exception {
        Path program = compiled(C_VICTIM);
        try (Oshrun run = job("external"); Job job = Job.visit("", run.shm())) {
            for (int i = 0; i < Integer.getInteger("visitors.killed", 20); i++) {
                List<String> words = new ArrayList<>(List.of(program.toString(), run.shm().toString()));
                words.addAll(i % 2 == 0 ? List.of() : List.of("other"));
                Process victim = new ProcessBuilder(words).start();
                assertEquals('x', victim.getInputStream().read());
                for (long end = System.nanoTime() + i % 8 * 200_000L; System.nanoTime() < end;) {
                    Thread.onSpinWait();
                }
                victim.destroyForcibly().waitFor();
            }
            for (int pe = 0; pe < 2; pe++) {
                long both = job.object("other").fetch(pe, 0);
                assertEquals(both >> Integer.SIZE, (int) both);
                long expected = ask(job, PUT_QUIET, pe);
                while (job.object("answer").fetch(pe, 0) != expected) {
                    Thread.onSpinWait();
                }
            }
            JobFiles files = new JobFiles(Files.list(run.shm()).findFirst().orElseThrow());
            try (FileChannel control = files.openToRead(JobFiles.CONTROL)) {
                ByteBuffer sleepers = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
                control.read(sleepers, ControlLayout.VARIABLE_SLEEPERS);
                assertTrue(sleepers.getInt(0) >= 0 && sleepers.getInt(0) <= 2, () -> "sleepers " + sleepers.getInt(0));
            }
            end(run, job);
        }
    }

    @Test
    void ordersOfStoresAreThoseOfPes() throws Exception {
        Path program = compiled(C_LITMUS);
        String rounds = System.getProperty("visited.rounds", "20000");
        try (Oshrun run = Oshrun.start(Oshrun.words(1, Oshrun.program(VisitedLitmusProgram.class, rounds)))) {
            run.write("");
            run.awaitOutput("ready", 1);
            text(new ProcessBuilder(program.toString(), run.shm().toString()).start());
            Oshrun.Result result = run.await().expect(0);
            for (int shape = 0; shape < 4; shape++) {
                assertTrue(result.out().contains("shape " + shape + ": 0 forbidden results"), result.out());
            }
        }
    }

    @Test
    void endOfTheJobEndsWaits() throws Exception {
        try (Oshrun run = job(); Job job = Job.visit("", run.shm())) {
            Process python = python(run, "", "-c", """
                import shmem4j, time
                job = shmem4j.Job.attach(writable=True)
                print("here", flush=True)
                try:
                    job.wait("other", "==", 5)
                except shmem4j.Error as error:
                    print("Python is told that", str(error).replace(job.name, "J"))
                """);
            BufferedReader lines = python.inputReader();
            CompletableFuture<Throwable> told = CompletableFuture.supplyAsync(() -> assertThrows(ShmemException.class,
                () -> job.object("other").waitUntil(0, 0, Cmp.EQ, 5)));
            assertEquals("here", lines.readLine());
            end(run, job);
            String why = told.get(1, TimeUnit.MINUTES).getMessage();
            assertTrue(why.startsWith("job " + job.id() + " has ended"), why);
            assertEquals("Python is told that job J has ended", lines.readLine());
        }
    }

    /** A JVM that joins and a process of Python hand an array over, and four PEs ask a model in Python. */
    @Thorough
    @Test
    void examplesMeet() throws Exception {
        assumeTrue(there("python3") && text(new ProcessBuilder("python3", "-c", "import importlib.util\n"
            + "print(importlib.util.find_spec('numpy') is not None)").start()).equals("True\n"), "there is no numpy");
        Path examples = Oshrun.home().resolve("examples/python");
        try (Oshrun run = Oshrun.start(Oshrun.words(4, List.of(examples.resolve("Served.java").toString(), "50")))) {
            run.write("");
            Process python = python(run, "", examples.resolve("serve.py").toString(), "50");
            assertTrue(text(python).startsWith("50 batches of 32 rows: p50 of the model "));
            Oshrun.Result result = run.await().expect(0);
            assertTrue(result.out().startsWith("50 steps of 4 PEs: p50 "), result.out());
            // In the same folder, which is empty again.
            Process python2 = python(run.shm(), "", examples.resolve("doubling.py").toString());
            ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "--enable-native-access=ALL-UNNAMED", "-cp", Oshrun.classPath(Cmp.class, Job.class),
                examples.resolve("Doubling.java").toString(), "100000", "3").redirectErrorStream(true);
            builder.environment().put("SHMEM_SHM_DIR", run.shm().toString());
            String java = text(builder.start());
            assertTrue(java.matches("(round \\d: 0 MiB doubled and back after .* ms\n){3}"), java);
            String said = text(python2);
            assertTrue(said.matches("0 MiB of PE 0, not copied\n(round \\d: numpy took .* ms\n){3}"), said);
        }
    }

    /** Two jobs of the same age: one whose words are stored from outside, and one whose PEs hang once nobody visits. */
    @Test
    void pesThatWaitForAVisitorAreInNoDeadlock() throws Exception {
        try (Oshrun external = job("external"); Oshrun run = job()) {
            Job job = Job.visit("", run.shm());
            Process python = python(run, "", "-c", "import shmem4j\n"
                + "shmem4j.Job.attach(writable=True).wait('other', '==', 5)");
            run.awaitError("the job goes on, because another process has attached to the job and may store", 1);
            python.destroyForcibly().waitFor();
            job.close();
            Oshrun.Result result = run.await();
            assertTrue(result.err().contains("deadlock: every PE waits and none can go on"), result.err());
            try (Job other = Job.visit("", external.shm())) {
                end(external, other);
            }
        }
    }
}

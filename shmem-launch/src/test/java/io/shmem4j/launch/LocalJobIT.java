// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem.Program;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.config.Setting;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.testing.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose PEs are threads of the JVM that runs this test, beside tests with other jobs, because some wait. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ResourceLock("jobs of this JVM")
class LocalJobIT {
    private static final long WORK_NANOS = 50_000_000;
    private static volatile boolean goOn;

    private interface Action {
        void on(Shmem shmem) throws Throwable;
    }

    private static Program pe(Action action) {
        return () -> {
            try (Shmem shmem = Shmem.init()) {
                action.on(shmem);
            }
        };
    }

    private static JobFailedException failure(int pes, Action action) {
        return assertThrows(JobFailedException.class, () -> Shmem.run(pes, pe(action)));
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertEquals(List.of(), Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter(name -> name.startsWith("PE ")).toList(), "threads");
        String own = ProcessHandle.current().pid() + "";
        try (Stream<Path> maps = Files.list(Path.of("/proc", own, "fd"))) {
            assertTrue(maps.filter(LocalJobIT::isOfAJob).count() <= 1, "open files");
        }
    }

    /** The one file that all jobs of this JVM share has no name any more. Other tests' jobs have folders apart. */
    private static boolean isOfAJob(Path descriptor) {
        try {
            String file = Files.readSymbolicLink(descriptor).toString();
            boolean ours = file.startsWith(Setting.SHM_DIR.value() + "/shmem4j-");
            assertTrue(!ours || file.endsWith("(deleted)"), file);
            return ours;
        } catch (IOException e) {
            // Closed since it was listed.
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 3, 64})
    void everyPeIsAThreadNamedAfterIt(int pes) {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Shmem.run(pes, pe(shmem -> {
            assertEquals("PE " + shmem.myPe(), Thread.currentThread().getName());
            assertEquals(pes, shmem.nPes());
            SymmetricLongs ring = shmem.allocateLongs(1000);
            for (int i = 0; i < 1000; i++) {
                assertEquals(0, ring.get(i), "of an earlier job");
                ring.set(i, -1);
            }
            shmem.barrierAll();
            shmem.p(ring, 0, shmem.myPe(), (shmem.myPe() + 1) % pes);
            shmem.barrierAll();
            seen.add(ring.get(0) + "");
        }));
        assertEquals(pes, seen.size());
    }

    @Test
    void aThreadMayWaitForTheMainOne() {
        List<Thread.State> states = new CopyOnWriteArrayList<>();
        Shmem.run(2, pe(_ -> {
            Thread main = Thread.currentThread();
            new Thread(() -> {
                try {
                    main.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                states.add(main.getState());
            }).start();
        }));
        assertEquals(List.of(Thread.State.TERMINATED, Thread.State.TERMINATED), states);
    }

    @Test
    void anExceptionLeavesATryBlockOfSymmetricObjects() {
        JobFailedException failed = assertThrows(JobFailedException.class, () -> Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init(); SymmetricLongs x = shmem.allocateLongs(10)) {
                if (shmem.myPe() == 1) {
                    throw new IllegalArgumentException("only here, with " + x.length());
                }
                shmem.barrierAll();
            }
        }));
        assertEquals("only here, with 10", failed.getCause().getMessage());
    }

    @Test
    void threadsOfAPeKnowIt() {
        Shmem.run(2, pe(shmem -> {
            TreeSet<Integer> found = new TreeSet<>();
            Thread.ofVirtual().start(() -> found.add(Shmem.current().myPe())).join();
            Thread.ofPlatform().start(() -> found.add(Shmem.current().myPe())).join();
            try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
                found.add(pool.submit(() -> Shmem.current().myPe()).get());
            }
            assertEquals(Set.of(shmem.myPe()), found);
        }));
    }

    @Test
    void objectsThatThreadsCloseAtTheSameTimeAreAllFreed() {
        Shmem.run(1, pe(shmem -> {
            CyclicBarrier start = new CyclicBarrier(4);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < start.getParties(); i++) {
                List<SymmetricLongs> mine = Stream.generate(() -> shmem.allocateLongs(1)).limit(2000).toList();
                threads.add(Thread.ofPlatform().unstarted(() -> {
                    await(start);
                    mine.forEach(SymmetricLongs::close);
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            shmem.allocateLongs(1);
            assertEquals(Long.BYTES, shmem.heapStats().used());
        }));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A process awaits them, too. */
    @Test
    void threadsThatThreadsHaveStartedAreAwaited() {
        AtomicInteger ended = new AtomicInteger();
        Shmem.run(2, pe(shmem -> Thread.ofPlatform().start(() -> {
            Thread first = Thread.currentThread();
            Thread.ofPlatform().start(() -> {
                while (first.isAlive()) {
                    Thread.onSpinWait();
                }
                for (long end = System.nanoTime() + WORK_NANOS; System.nanoTime() < end;) {
                    Thread.onSpinWait();
                }
                ended.incrementAndGet();
            });
        })));
        assertEquals(2, ended.get());
    }

    @Test
    void whatAPeThrowsIsNamedAndRethrown() {
        IllegalArgumentException thrown = new IllegalArgumentException("no such plate");
        JobFailedException failure = failure(4, shmem -> {
            if (shmem.myPe() == 2) {
                throw thrown;
            }
            shmem.barrierAll();
        });
        assertEquals("PE 2 of 4: java.lang.IllegalArgumentException: no such plate", failure.getMessage());
        assertSame(thrown, failure.getCause());
        assertEquals(Set.of(2), failure.failures().keySet());
        assertEquals(0, failure.getSuppressed().length, () -> Arrays.toString(failure.getSuppressed()));
    }

    @Test
    void allThatFailAreNamed() {
        CountDownLatch together = new CountDownLatch(3);
        JobFailedException failure = failure(3, shmem -> {
            together.countDown();
            together.await();
            assertEquals(7, shmem.myPe());
        });
        assertEquals(Set.of(0, 1, 2), failure.failures().keySet());
        assertTrue(failure.getMessage().matches("(?s)PE \\d of 3: .*expected: <7> but was: <\\d>\nPEs .* failed, too"),
            failure::getMessage);
        assertEquals(2, failure.getSuppressed().length);
    }

    @Test
    void aThreadOfAPeFailsForIt() {
        JobFailedException failure = failure(2, shmem -> {
            if (shmem.myPe() == 1) {
                Thread.ofPlatform().name("helper").start(() -> {
                    throw new IllegalStateException("lost");
                });
            }
            shmem.barrierAll();
            shmem.barrierAll();
            new CountDownLatch(1).await();
        });
        assertEquals("PE 1 of 2: java.lang.IllegalStateException: lost\nPE 1 failed in its thread \"helper\"",
            failure.getMessage());
    }

    @Test
    void aThreadThatMayStillStoreIsNoDeadlock() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(2);
        Shmem.run(2, pe(shmem -> {
            SymmetricLongs go = shmem.allocateLongs(1);
            if (shmem.myPe() == 0) {
                Thread.ofPlatform().start(() -> {
                    try {
                        waiting.await();
                        assertFalse(never.await(4, TimeUnit.SECONDS));
                    } catch (InterruptedException e) {
                        return;
                    }
                    shmem.p(go, 0, 1, 0);
                    shmem.p(go, 0, 1, 1);
                });
            }
            waiting.countDown();
            go.waitUntil(0, Cmp.EQ, 1);
        }));
    }

    /** Counting so far takes minutes of yields; a wait that looks no more would never end. */
    @Test
    void aWaitLooksAtTheAbortWordAfterMoreStepsThanAnIntCounts() {
        CountDownLatch counted = new CountDownLatch(1);
        assertEquals("PE 1 of 2: java.lang.IllegalStateException: lost", failure(2, shmem -> {
            if (shmem.myPe() == 1) {
                counted.await();
                throw new IllegalStateException("lost");
            }
            Waiter waiter = ((Backend) accessible(Context.class, "backend").get(shmem)).waiter();
            waiter.begin(0, SystemLayout.BELL, WaitKind.VARIABLE, 0, -1);
            accessible(waiter.getClass(), "steps").setInt(waiter, Integer.MAX_VALUE);
            waiter.pause();
            waiter.pause();
            counted.countDown();
            while (true) {
                waiter.pause();
            }
        }).getMessage());
    }

    private static Field accessible(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @ParameterizedTest
    @CsvSource({"0,", "3, PE 1 of 2 ended the job with status 3"})
    void globalExitEndsAllPes(int status, String message) {
        Program program = pe(shmem -> {
            if (shmem.myPe() == 1) {
                shmem.globalExit(status);
            }
            new CountDownLatch(1).await();
        });
        if (message == null) {
            Shmem.run(2, program);
        } else {
            assertEquals(message, assertThrows(JobFailedException.class, () -> Shmem.run(2, program)).getMessage());
        }
    }

    /** The PE in the barrier can't hear of it, so the other one ends the job and throws nothing. */
    @Test
    void anAllocationThatOnePeMakesIsTheFailure() {
        String message = failure(2, shmem -> {
            if (shmem.myPe() == 1) {
                shmem.allocateLongs(1);
            }
            shmem.barrierAll();
        }).getMessage();
        assertTrue(message.startsWith("PE 1 of 2: io.shmem4j.error.SymmetricMismatchException: PE 1, allocateLongs"
            + " called at "), message);
    }

    @Test
    void aPeThatReturnsWithoutFinishFails() {
        JobFailedException failure = assertThrows(JobFailedException.class, () -> Shmem.run(2, () -> {
            Shmem shmem = Shmem.init();
            if (shmem.myPe() == 0) {
                shmem.finish();
            }
        }));
        assertTrue(failure.getMessage().startsWith("PE 1 of 2: java.lang.IllegalStateException: PE 1 has returned and "
            + "called neither finish nor close"), failure::getMessage);
    }

    @Test
    void pesStartNoOthers() {
        JobFailedException failure = failure(2, shmem -> Shmem.run(2, () -> { }));
        assertTrue(failure.getMessage().contains("of a running job called it; PEs can't start others"),
            failure::getMessage);
    }

    @Test
    void twoThreadsTakeTurns() throws InterruptedException {
        Set<String> done = ConcurrentHashMap.newKeySet();
        List<Thread> callers = Stream.of("a", "b", "c").map(name -> Thread.ofPlatform().start(() ->
            Shmem.run(4, pe(shmem -> {
                shmem.barrierAll();
                done.add(name + shmem.myPe());
            })))).toList();
        for (Thread caller : callers) {
            caller.join();
        }
        assertEquals(12, done.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1025})
    void numbersOfPesAreChecked(int pes) {
        assertEquals("Shmem.run: a job has 1 to 1024 PEs, not " + pes,
            assertThrows(IllegalArgumentException.class, () -> Shmem.run(pes, () -> { })).getMessage());
    }

    @Test
    void aThreadOfNoPeHasNoLibrary() {
        Shmem.run(1, () -> { });
        IllegalStateException refused = assertThrows(IllegalStateException.class, Shmem::init);
        assertTrue(refused.getMessage().contains("\" works for no PE: "), refused::getMessage);
    }

    @Test
    void anInterruptEndsTheJobAndSaysWhereItWas() {
        Thread caller = Thread.currentThread();
        JobFailedException failure = failure(2, shmem -> {
            if (shmem.myPe() == 0) {
                caller.interrupt();
                new CountDownLatch(1).await();
            }
            shmem.barrierAll();
        });
        assertTrue(Thread.interrupted());
        assertTrue(failure.getMessage().startsWith("Shmem.run was interrupted\n"), failure::getMessage);
    }

    /** Its JVM is new, so the memory of all jobs is made by the interrupted thread. */
    public static final class Interrupted {
        public static void main(String[] args) {
            Thread.currentThread().interrupt();
            JobFailedException failure = failure(2, shmem -> new CountDownLatch(1).await());
            assertTrue(Thread.interrupted());
            assertTrue(failure.getMessage().startsWith("Shmem.run was interrupted\n"), failure::getMessage);
            Shmem.run(2, pe(Shmem::barrierAll));
            assertThrows(NullPointerException.class, () -> Shmem.run(2, (Program) null));
        }
    }

    @Thorough
    @Test
    void aCallerThatIsInterruptedAlreadyIsToldSo() throws Exception {
        Process jvm = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            Interrupted.class.getName()).redirectErrorStream(true).start();
        String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, jvm.waitFor(), said);
    }

    /** A PE leaves a pool, which is shut down at the end of the standard input. */
    public static final class LeavesAPool {
        public static void main(String[] args) {
            Shmem.run(2, pe(shmem -> {
                ExecutorService pool = Executors.newSingleThreadExecutor();
                pool.submit(() -> { }).get();
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        System.in.read();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    pool.shutdown();
                });
            }));
        }
    }

    @Thorough
    @Test
    void aPoolThatNobodyShutsDownIsSaid() throws Exception {
        Process jvm = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            LeavesAPool.class.getName()).redirectErrorStream(true).start();
        try (BufferedReader said = jvm.inputReader()) {
            String line = said.readLine();
            assertTrue(line.matches("Shmem.run: PE [01] has ended, but its thread \"pool-\\d-thread-1\" waits, at .*; "
                + "shut its pool down, or make it a daemon"), line);
            jvm.outputWriter().close();
            assertNull(said.readLine());
        }
        assertEquals(0, jvm.waitFor());
    }

    @Test
    void aThreadThatGoesOnIsSaidAndHoldsUpTheNextJob() throws InterruptedException {
        goOn = true;
        Thread[] looping = new Thread[1];
        JobFailedException failure = failure(2, shmem -> {
            SymmetricLongs dirt = shmem.allocateLongs(1000);
            dirt.set(5, 1);
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                throw new IllegalStateException("lost");
            }
            looping[0] = Thread.currentThread();
            while (goOn) {
                // The end of the job interrupts it.
                Thread.interrupted();
                LockSupport.parkNanos(1_000_000);
            }
        });
        assertTrue(failure.getMessage().contains("\nthe thread \"PE 1\" goes on, at "), failure::getMessage);
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> Shmem.run(1, () -> { }));
        assertTrue(refused.getMessage().startsWith("Shmem.run: the thread \"PE 1\" of an earlier job has not ended"),
            refused::getMessage);
        goOn = false;
        looping[0].join();
        everyPeIsAThreadNamedAfterIt(4);
    }
}

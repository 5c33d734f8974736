// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadDumpTest {
    private static final String HEAD = """
        2026-01-01 00:00:00
        Full thread dump OpenJDK 64-Bit Server VM (25+1 mixed mode):

        """;
    private static final String MAIN = """
        "main" #3 [12] prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x1 nid=12 runnable  [0x2]
           java.lang.Thread.State: RUNNABLE
        \tat java.lang.invoke.LambdaForm$MH/0x1.invoke(java.base@25/LambdaForm$MH)
        \tat io.shmem4j.shm.Syscalls.sleep(Syscalls.java:80)
        \tat io.shmem4j.shm.ShmWaiter.yieldOrSleep(ShmWaiter.java:150)
        \tat io.shmem4j.shm.ShmWaiter.yieldOrSleepPublished(ShmWaiter.java:140)
        \tat io.shmem4j.shm.ShmWaiter.backOff(ShmWaiter.java:120)
        \tat io.shmem4j.Shmem.barrierAll(Shmem.java:86)
        \tat org.example.App.main(App.java:8)
        \tat io.shmem4j.pe.PeMain.main(PeMain.java:44)

        """;
    private static final String JVM = """
        "Signal Dispatcher" #10 [20] daemon prio=9 waiting on condition  [0x0]
           java.lang.Thread.State: RUNNABLE

        "Common-Cleaner" #14 daemon in Object.wait()  [0x1]
           java.lang.Thread.State: TIMED_WAITING (on object monitor)
        \tat java.lang.Object.wait0(java.base@25/Native Method)
        \tat java.lang.ref.ReferenceQueue.remove(java.base@25/ReferenceQueue.java:201)
        \tat jdk.internal.ref.CleanerImpl.run(java.base@25/CleanerImpl.java:146)

        """;
    private static final String WORKER = """
        "worker" #20 prio=5 runnable  [0x5]
        \tat org.example.App.work(App.java:20)

        """;

    @Test
    void theLibrarysPackagesAreNoPlaceOfTheProgram() {
        for (String inside : new String[] {"collective.team.CounterSync.await", "collective.algorithm.Collectives.sync",
            "engine.Allocations.meet", "legacy.LegacyShmem.barrierAll"}) {
            ThreadDump dump = new ThreadDump(HEAD + MAIN.replace("Shmem.barrierAll(Shmem", inside + "(Any"));
            assertEquals("org.example.App.main(App.java:8)", dump.place(), inside);
        }
    }

    @Test
    void aWaitingMainThreadIsStuckAndKnowsItsPlace() {
        ThreadDump dump = new ThreadDump(HEAD + MAIN + JVM);
        assertTrue(dump.stuck());
        assertEquals("org.example.App.main(App.java:8)", dump.place());
        assertEquals(1, dump.threads().size());
        assertEquals(List.of("io.shmem4j.shm.ShmWaiter.backOff(ShmWaiter.java)",
            "io.shmem4j.Shmem.barrierAll(Shmem.java:86)", "org.example.App.main(App.java:8)"),
            dump.threads().getFirst().frames());
    }

    @Test
    void waitsThatYieldAndThatSleepAreTheSame() {
        String yielding = MAIN.replace("Syscalls.sleep(Syscalls.java:80)", "Syscalls.yield(Syscalls.java:70)")
            .replace("ShmWaiter.java:120", "ShmWaiter.java:110");
        assertEquals(new ThreadDump(HEAD + MAIN).threads(), new ThreadDump(HEAD + yielding).threads());
    }

    @Test
    void anotherThreadMayGoOn() {
        assertFalse(new ThreadDump(HEAD + WORKER + MAIN + JVM).stuck());
        assertEquals("org.example.App.main(App.java:8)", new ThreadDump(HEAD + WORKER + MAIN).place());
    }

    @Test
    void thePlaceIsThatOfTheThreadForWhichMainWaits() {
        String joining = """
            "main" #3 [12] prio=5 in Object.wait()  [0x2]
               java.lang.Thread.State: WAITING (on object monitor)
            \tat java.lang.Thread.join(java.base@25/Thread.java:1887)
            \tat org.example.App.main(App.java:9)

            """;
        String waiting = MAIN.replace("\"main\"", "\"sender\"")
            .replace("App.main(App.java:8)", "App.send(App.java:30)");
        assertEquals("org.example.App.send(App.java:30)", new ThreadDump(HEAD + joining + waiting).place());
        assertEquals("org.example.App.main(App.java:9)", new ThreadDump(HEAD + joining + WORKER).place());
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE, WAITING, java.util.TimerThread.mainLoop", "DUE, TIMED_WAITING, java.util.TimerThread.mainLoop",
        "FREE, RUNNABLE, java.util.TimerThread.mainLoop", "IDLE, WAITING, java.util.concurrent.DelayScheduler.loop",
        "DUE, TIMED_WAITING, java.util.concurrent.DelayScheduler.loop",
        "IDLE, WAITING, java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take",
        "DUE, TIMED_WAITING, java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take",
        "IDLE, WAITING, java.util.concurrent.ThreadPoolExecutor.getTask",
        "IDLE, TIMED_WAITING, java.util.concurrent.ThreadPoolExecutor.getTask",
        "FREE, RUNNABLE, java.util.concurrent.ThreadPoolExecutor.getTask",
        "IDLE, TIMED_WAITING, java.util.concurrent.ForkJoinPool.awaitWork",
        "SERVANT, RUNNABLE, java.lang.ref.Reference$ReferenceHandler.run",
        "SERVANT, TIMED_WAITING, io.shmem4j.shm.LauncherWatch.run",
        "SERVANT, TIMED_WAITING, io.shmem4j.DeathWatch.run",
        "SERVANT, TIMED_WAITING, jdk.jfr.internal.PlatformRecorder.periodicTask", "HELD, WAITING, org.example.App.work",
        "HELD, TIMED_WAITING, java.util.concurrent.ExecutorService.close",
        "HELD, BLOCKED, org.example.App.work", "FREE, TIMED_WAITING, org.example.App.work",
        "FREE, RUNNABLE, org.example.App.work", "FREE, RUNNABLE, java.lang.ProcessHandleImpl$1.run",
        "WAITS, TIMED_WAITING, io.shmem4j.shm.ShmWaiter.yieldOrSleepPublished",
        "FREE, TIMED_WAITING, io.shmem4j.shm.ShmWaiter.backOff"})
    void aThreadIsJudgedByWhereItStandsAndHow(ThreadCondition expected, String state, String method) {
        List<String> frames = new ArrayList<>(List.of("jdk.internal.misc.Unsafe.park(java.base@25/Native Method)",
            "io.shmem4j.spi.Waiter.park(Waiter.java:68)", method + "(File.java:1)",
            "java.lang.Thread.run(java.base@25/Thread.java:1)"));
        assertEquals(expected, ThreadCondition.of(state, frames));
        frames.add(0, "org.example.App.task(App.java:3)");
        assertEquals(expected == ThreadCondition.WAITS ? expected : state.equals("WAITING") || state.equals("BLOCKED")
            ? ThreadCondition.HELD : ThreadCondition.FREE, ThreadCondition.of(state, frames));
    }

    /** Threads of the library run only now and then, and link what they call at the first time. */
    @ParameterizedTest
    @ValueSource(strings = {"io.shmem4j.shm.LauncherWatch.run", "io.shmem4j.shm.Syscalls.link"})
    void aThreadOfTheLibraryAtWorkStoresNothing(String method) {
        assertEquals(ThreadCondition.SERVANT, ThreadCondition.of("RUNNABLE", List.of(
            "java.lang.foreign.Linker.nativeLinker(java.base@25/Linker.java:1)",
            "io.shmem4j.shm.Syscalls$Linked.<clinit>(Syscalls.java:1)", "io.shmem4j.shm.Syscalls.call(Syscalls.java:2)",
            method + "(File.java:1)", "java.lang.Thread.run(java.base@25/Thread.java:1)")));
    }

    @Test
    void aNameTellsNothing() {
        ThreadDump dump = new ThreadDump(HEAD + WORKER.replace("worker", "Finalizer") + MAIN);
        assertFalse(dump.stuck());
        assertEquals(2, dump.threads().size());
        assertEquals("Finalizer", dump.free().getFirst().name());
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"work\\ner, work\\u000aer", "\\n, \\u000a",
        "a\\n\\n\\nb, a\\u000a\\u000a\\u000ab",
        "a\\n\"b\\nc, a\\u000a\"b\\u000ac", "a\\r\\tb, a\\u000d\\u0009b", "\\033[2J, \\u001b[2J",
        "x\\n\\tat org.example.App.evil(App.java:1), x\\u000a\\u0009at org.example.App.evil(App.java:1)",
        "x\\n   java.lang.Thread.State: WAITING, x\\u000a   java.lang.Thread.State: WAITING"})
    void aNameMayHaveAnyCharacters(String name, String shown) {
        ThreadDump dump = new ThreadDump(HEAD + MAIN + WORKER.replace("worker", name.translateEscapes()) + JVM,
            (each, number, kernel) -> number == 14 ? null : each);
        assertEquals(List.of("main", shown), dump.threads().stream().map(ThreadDump.Thread::name).toList());
        assertEquals(List.of("org.example.App.work(App.java:20)"), dump.threads().getLast().frames());
        assertFalse(dump.stuck());
        assertEquals(dump.threads().stream().mapToInt(thread -> 1 + thread.frames().size()).sum(),
            dump.text().lines().count());
    }

    /** The JVM names them below all threads once more, without their states. */
    @Test
    void threadsInARingOfMonitorsCountOnce() {
        String thread = """
            "%s" #2%d prio=5 waiting for monitor entry  [0x5]
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat org.example.App.both(App.java:30)

            """;
        String again = """
            "left":
            \tat org.example.App.both(App.java:30)
            """;
        ThreadDump dump = new ThreadDump(HEAD + MAIN + thread.formatted("left", 1) + thread.formatted("right", 2)
            + "Found one Java-level deadlock:\n========\n\"left\":\n  waiting for monitor 0x1\n"
            + again + again.replace("left", "right"));
        assertTrue(dump.stuck());
        assertEquals(List.of("main", "left", "right"), dump.threads().stream().map(ThreadDump.Thread::name).toList());
    }

    @Test
    void nothingIsNotStuck() {
        assertFalse(new ThreadDump("").stuck());
        assertNull(new ThreadDump(HEAD + JVM).place());
    }
}

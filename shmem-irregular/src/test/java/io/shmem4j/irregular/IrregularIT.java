// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.testing.Cases;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All cases in processes, in a JVM that PEs share, on two nodes, on a simulated machine, and in this JVM. Jobs of three
 * processes and of shared JVMs have the compilers that users have: one case recurses deeper than frames of the quick
 * one let the threads of PEs go.
 */
@Execution(ExecutionMode.CONCURRENT)
class IrregularIT {
    private static final Cases CASES = new Cases(Cases.class, MessageCases.class, ReplyCases.class, BatchCases.class,
        ArrayCases.class, ContainerCases.class, SharedCases.class, LimitCases.class);

    @Test
    void inProcesses() {
        CASES.pass(3, "--pes-per-jvm 1 " + QUICKLY_COMPILED);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1, " + QUICKLY_COMPILED, "4, --pes-per-jvm 2", "4, --split 2 " + QUICKLY_COMPILED,
        "4, --backend sim " + QUICKLY_COMPILED})
    void inOtherJobs(int np, String options) {
        CASES.pass(np, options);
    }

    private static String failure(String how) {
        return Oshrun.run(Oshrun.words(3, Oshrun.program(FailingProgram.class, how), "--timeout", "240",
            "--pes-per-jvm", "1")).expect(1).err();
    }

    @Test
    void aHandlerThatThrowsEndsTheJobWithItsNameAndTheSender() {
        String polling = failure("polling");
        assertTrue(polling.contains("PE 1: handler 0 (io.shmem4j.irregular.FailingProgram"), polling);
        assertTrue(polling.contains(" failed on a message of PE 2 of the team: java.lang.IllegalArgumentException: a"
            + " negative number"), polling);
        String computing = failure("computing");
        assertTrue(computing.matches("(?s).*\noshrun: PE 1 [^\n]* ended the job after [^\n]*: PE 1: handler 0 [^\n]*"
            + " failed on a message of PE 0 of the team: [^\n]*\n"), computing);
    }

    private static void runCut(String how) {
        assertEquals(List.of("PE 0 done", "PE 1 done"), Oshrun.run(Oshrun.words(2, Oshrun.program(CutOperations.class,
            how), "--timeout", "30", "--pes-per-jvm", "1")).expect(0).outLines().stream().sorted().toList());
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"overflow", "close"})
    void aThreadInAContainerHoldsUpNobody(String how) {
        runCut(how);
    }

    @Test
    void aLimitEndsAWaitBehindAnotherThreadOfThePe() {
        runCut("within");
    }

    @Thorough
    @Test
    void allPesRefuseOtherNumbersOfHandlers() {
        String err = failure("differing");
        assertTrue(err.contains("PE 0: messages: this PE has registered 2 handlers, and another 1;"), err);
        assertTrue(err.contains("PE 2: messages: this PE has registered 2 handlers, and another 1;"), err);
        assertTrue(err.contains("PE 1: messages: this PE has registered 1 handlers, and another 2;"), err);
    }

    @Thorough
    @Test
    void aFinishThatCantEndSaysWhoIsMissing() {
        String err = failure("missing");
        assertTrue(err.contains("deadlock"), err);
        assertTrue(err.contains("a message of messages; finish without PE 1, 0 bytes not handled"), err);
    }

    /** The messages' own thread runs it, while the main thread wants to handle messages, too. */
    @Thorough
    @Test
    void aHandlerThatWaitsForOtherPesIsADeadlock() {
        String err = failure("waiting");
        assertTrue(err.contains("deadlock: every PE waits and none can go on"), err);
        assertTrue(err.contains("at io.shmem4j.irregular.FailingProgram.lambda$main$"), err);
    }

    /** Handlers of one PE never run at once, which the detector of races knows. */
    @Thorough
    @Test
    void threadsThatSendMakeNoRace(@TempDir Path folder) throws IOException {
        Path program = Files.writeString(folder.resolve("Senders.java"), """
            import io.shmem4j.Shmem;
            import io.shmem4j.irregular.message.Messages;

            class Senders {
                public static void main(String[] args) throws InterruptedException {
                    try (Shmem shmem = Shmem.init()) {
                        long[] counts = new long[4];
                        Messages messages = Messages.allocate(shmem);
                        int handler = messages.handler((from, payload) -> counts[(int) payload.get()]++);
                        messages.open();
                        Thread[] threads = new Thread[2];
                        for (int t = 0; t < 2; t++) {
                            threads[t] = new Thread(() -> {
                                for (int i = 0; i < 20_000; i++) {
                                    messages.send(i % shmem.nPes(), handler, i % 4);
                                }
                            });
                            threads[t].start();
                        }
                        for (Thread each : threads) {
                            each.join();
                        }
                        messages.finish();
                        messages.free();
                    }
                }
            }
            """);
        assertEquals("", Oshrun.run(List.of("-np", "2", "--race", "--timeout", "240", program.toString())).expect(0)
            .err());
    }

    /** A fence of the library would not order the fetch behind the store. */
    @Thorough
    @Test
    void aFenceOfABatchOrdersFetchesToo() {
        CASES.pass(3, List.of("accessesToAPeKeepTheirOrder"), "--race");
    }

    @ResourceLock("jobs of this JVM")
    @Thorough
    @Test
    void inThisJvm() {
        Shmem.run(3, () -> Cases.main(CASES.arguments()));
    }
}

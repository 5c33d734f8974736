// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.FieldModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Where the library lets time pass. A wait for another PE does so through its waiter or {@code pause}, which know of
 * deaths, closed sessions, aborts and limits; each other place has a reason here.
 */
class WaitsIT {
    /** A class without its package, a method, and why it may. */
    private static final String REASONS = """
        Waiter.park: the waiter
        ShmWaiter.backOff: the waiter
        ShmWaiter.sleep: the waiter
        ShmWaiter.parkBriefly: the waiter
        Syscalls.yield: of the waiter
        ParkedThreads.sleep: of the waiter
        ControlFile.sleepAsVisitor: of a visitor's wait
        Visitor.await: no PE; looks whether the job runs, and has a limit
        JobObject.fetchUpdate: no PE; another process has just changed the word
        SymmetricRecords.published: reads again a limited number of times
        NodeBackend.pauseAmongFallen: pause, which looks for aborts, deaths and limits
        Courier.looksUntil: some spins before the waiter
        Lock.acquire: for another thread of this PE, which does not wait meanwhile; then pause
        SharedState.acquire: in threads without a PE; the death of the owner ends the job, and with it the thread
        Entrance.accept: a thread that lasts as long as its agent, after a failure
        AllOrNothing.shut: has a limit
        Wire.await: looks for aborts, and has a limit of its own
        Losses.of: looks for aborts, and has a limit
        TcpWorker$Connection.write: has a limit
        ControlFile.awaitReport: has a limit
        Living.pause: has a limit
        QuestionFile.park: has a limit
        JvmAttachment.open: has a limit
        JoinedJvm.claim: has a limit, for there is no session yet
        JoinedNodes.await: looks for aborts, and has a limit
        JoinedNodes.tell: has a limit
        JoinedJob.leaveAgent: an agent, with a limit
        JoinedPart.find: an agent, whose head has a limit
        JoinedPart.serve: an agent, which looks at the job each time
        Inbox.report: a thread that lasts as long as its agent
        DeathWatch.run: a thread that ends with its session
        Helper.run: a thread that ends with its session
        Helper.shared: measures one yield
        Driver.run: a thread that ends with its connections
        LauncherWatch.run: a thread that watches the launcher
        LauncherWatch.open: the same thread
        LauncherWatch.watch: the same thread
        FlightRecorder.shortOne: waits for the clock
        WarmUp.waitLong: lets other PEs wait
        ThreadPe.stay: a thread of a PE that has ended
        Turns.await: one explored PE runs at a time
        VirtualThreadCarrier.awaitBaton: one simulated PE runs at a time
        Signals.lambda$listen: the launcher
        Signals.lambda$listenToQuit: the launcher
        JvmStarter.await: the launcher
        AotTrainer.takesTurn: the launcher, with a limit
        LiveView.show: a tool, between two views
        Sampler.sample: a tool, between two samples
        """;

    /** Names of intervals and naps, which delay what they are between and decide nothing. */
    private static final String INTERVALS = ".*(LOOKS?|NAP|PAUSE|POLL|TICK|INTERVAL|YIELD|SLEEP|BELL|PARK)_?"
        + "(NANOS|MILLIS)?";

    /** Classes with constants of time that are neither in the table nor intervals, and why. */
    private static final String NO_PATIENCE = """
        ScalarKernel: measures kernels
        LateVectors: waits for the compiler of its own JVM
        FlightRecorder: what is too short to be recorded
        Places: what is slow enough for a report
        ShmWaiter: intervals of sleeps, and when to link the system call
        LauncherWatch: delays the first look
        LocalPe: delays a warning
        WarmUp: the training of a cache
        NodeMemory$SpareCore: measures a yield
        Inbox: interval of states
        PutBatch: what is rare enough to go alone
        Helper: measures a yield, and tries a repair again
        WorkPool: lengths of groups
        Explorer: limits of an exploration, which report what they cut
        Explore: the same
        Oshstat: a tool's output
        Progress$ProgressLines: a tool's output
        ProfileReport: a unit
        Explanation: rounds a number for a text
        Signals: delays handlers
        UserFlags: a JVM of its own that is tried
        ExitReport: a reader of a tool
        AotTrainer: the training of a cache
        TuneRun: limits of an option
        TimeTable: measures calls
        """;

    @Test
    void whatLetsTimePassIsTheWaiterOrHasAReason() throws IOException {
        LibraryClasses.assertEqual(REASONS, LibraryClasses.callers(WaitsIT::passesTime),
            "these wait by themselves, without a reason");
    }

    /** Each time after which others conclude something can be changed, so that a test can stop a process for longer. */
    @Test
    void timesAfterWhichOthersConcludeStandInOneTable() throws IOException {
        Set<String> found = new TreeSet<>();
        LibraryClasses.forEach(model -> {
            for (FieldModel field : model.fields()) {
                String name = field.fieldName().stringValue();
                String type = field.fieldType().stringValue();
                boolean time = type.equals("Ljava/time/Duration;") || "JID".contains(type)
                    && name.matches("([A-Z_]*_)?(NANOS|MILLIS|SECONDS)");
                if (time && field.flags().has(AccessFlag.STATIC) && field.flags().has(AccessFlag.FINAL)
                    && !name.matches(INTERVALS)) {
                    found.add(LibraryClasses.simpleName(model));
                }
            }
        });
        assertTrue(found.remove("Times"));
        LibraryClasses.assertEqual(NO_PATIENCE, found, "these have times of their own, without a reason");
    }

    private static boolean passesTime(InvokeInstruction call) {
        String method = call.name().stringValue();
        return switch (call.owner().asInternalName()) {
            case "java/lang/Thread" -> List.of("onSpinWait", "yield", "sleep").contains(method);
            case "java/util/concurrent/locks/LockSupport" -> method.startsWith("park");
            case "java/util/concurrent/TimeUnit" -> method.equals("sleep");
            case "io/shmem4j/shm/Syscalls" -> List.of("yield", "sleep").contains(method);
            case "io/shmem4j/spi/Waiter", "io/shmem4j/shm/ShmWaiter" -> method.equals("park");
            default -> false;
        };
    }
}

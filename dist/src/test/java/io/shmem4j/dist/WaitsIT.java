// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Where the library lets time pass. A wait for another PE does so through its waiter or {@code pause}, which know of
 * deaths, closed sessions, aborts and limits; each other place has a reason here.
 */
class WaitsIT {
    private static final Set<String> MODULES = Set.of("shmem-api", "shmem-shm", "shmem-ucx", "shmem-irregular",
        "shmem-agrona", "shmem-chronicle", "shmem-race", "shmem-explore", "shmem-sim", "shmem-launch", "shmem-report",
        "shmem-junit");

    /** A class without its package, a method, and why it may. */
    private static final String REASONS = """
        Waiter.park: the waiter
        ShmWaiter.backOff: the waiter
        ShmWaiter.sleep: the waiter
        ShmWaiter.parkBriefly: the waiter
        Syscalls.yield: of the waiter
        Syscalls.sleep: of the waiter
        NodeBackend.pauseAmongFallen: pause, which looks for aborts, deaths and limits
        Courier.await: looks for aborts, deaths and limits before each sleep
        Courier.pause: some spins before the waiter
        Courier.contend: for another thread of this PE, which does not wait meanwhile
        SharedState.acquire: in threads without a PE; the death of the owner ends the job, and with it the thread
        Entrance.accept: a thread that lasts as long as its agent, after a failure
        Whole.shut: has a limit
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
        Mailbox.report: a thread that lasts as long as its agent
        Library.repairSections: a thread that ends with its sections
        DeathWatch.run: a thread that ends with its session
        Progress.run: a thread that ends with its session
        Progress.shared: measures one yield
        Driver.run: a thread that ends with its connections
        LauncherWatch.run: a thread that watches the launcher
        LauncherWatch.open: the same thread
        FlightRecorder.shortOne: waits for the clock
        WarmUp.waitLong: lets other PEs wait
        PoolThreads.awaitQuiescence: for threads of this JVM, with the caller's limit
        ThreadPe.stay: a thread of a PE that has ended
        Turns.await: one explored PE runs at a time
        VirtualThreadCarrier.awaitBaton: one simulated PE runs at a time
        Signals.lambda$listen: the launcher
        Signals.lambda$listenToQuit: the launcher
        Job$StartLimit.await: the launcher
        AotTrainer.takesTurn: the launcher, with a limit
        LiveView.show: a tool, between two views
        Sampler.sample: a tool, between two samples
        """;

    @Test
    void whatLetsTimePassIsTheWaiterOrHasAReason() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Oshrun.sources().resolve(module).resolve("target/classes"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    add(ClassFile.of().parse(file), found);
                }
            }
        }
        Set<String> known = new TreeSet<>();
        REASONS.lines().forEach(line -> known.add(line.substring(0, line.indexOf(':'))));
        Set<String> unknown = new TreeSet<>(found);
        unknown.removeAll(known);
        assertEquals(Set.of(), unknown, "these wait by themselves, without a reason");
        known.removeAll(found);
        assertEquals(Set.of(), known, "these have a reason and do not wait");
    }

    private static void add(ClassModel model, Set<String> found) {
        String name = model.thisClass().asInternalName();
        for (MethodModel method : model.methods()) {
            String place = name.substring(name.lastIndexOf('/') + 1) + "." + method.methodName().stringValue()
                .replaceFirst("^lambda\\$pauseAmongFallen.*", "pauseAmongFallen").replaceFirst("\\$\\d+$", "");
            method.code().ifPresent(code -> code.forEach(element -> {
                if (element instanceof InvokeInstruction call && passesTime(call)) {
                    found.add(place);
                }
            }));
        }
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

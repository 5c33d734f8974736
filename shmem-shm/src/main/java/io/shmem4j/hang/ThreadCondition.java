// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.util.List;

/**
 * Whether a thread of a PE's process could still end a wait, by its stack and its state in the JVM. Its name does not
 * count, because any thread can take any name.
 */
public enum ThreadCondition {
    /** It serves the JVM or the library and never stores for the program. */
    SERVANT,
    /** It has nothing to do, in a pool or a timer, until another thread hands it something. */
    IDLE,
    /** It waits in the library, without a limit. */
    WAITS,
    /** Only another thread of its process can wake it. */
    HELD,
    /** It sleeps until a task is due. */
    DUE,
    /** It may do anything. */
    FREE;

    /** Frame of a wait in the library; such a wait may have a limit, or have just begun. */
    static final String WAITING = "io.shmem4j.shm.ShmWaiter.rest(";
    /** Frame of a wait that goes on until another thread ends it. */
    private static final String STANDING = "io.shmem4j.shm.ShmWaiter.stand(";
    /** A loop for a lock that another thread of the process has. */
    private static final String CONTENDING = "io.shmem4j.irregular.lane.Courier.contend(";

    private static final List<String> SERVING = List.of("java.lang.ref.Reference$ReferenceHandler.run(",
        "java.lang.ref.Finalizer$FinalizerThread.run(", "jdk.internal.ref.CleanerImpl.run(",
        "java.lang.VirtualThread.unblockVirtualThreads(", "io.shmem4j.shm.LauncherWatch.run(",
        "io.shmem4j.shm.Syscalls.link(", "io.shmem4j.shm.Living$Replacement.run(", "io.shmem4j.pe.SharedJvm.await(",
        "io.shmem4j.pe.Pe.stay(", "io.shmem4j.irregular.lane.Progress.run(",
        "io.shmem4j.SessionLibrary.notifyOfDeaths(",
        "jdk.jfr.internal.PlatformRecorder.periodicTask(");
    /** No code of a program is called from here, by a thread that does not come from it. */
    private static final List<String> BENEATH = List.of("java.", "jdk.", "sun.", "io.shmem4j.shm.", "io.shmem4j.pe.",
        "io.shmem4j.spi.Waiter.");
    /** They wait without an end when they have no task, and for a time when they have one. */
    private static final List<String> TIMING = List.of("java.util.TimerThread.mainLoop(",
        "java.util.concurrent.DelayScheduler.loop(",
        "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.", "java.util.concurrent.DelayQueue.");
    /** They wait for a time only to give themselves up. */
    private static final List<String> POOLING = List.of("java.util.concurrent.ThreadPoolExecutor.getTask(",
        "java.util.concurrent.ForkJoinPool.awaitWork(");
    /** They wait for a pool's threads, for a day, and then again. */
    private static final List<String> CLOSING = List.of("java.util.concurrent.ExecutorService.close(",
        "java.util.concurrent.ThreadPerTaskExecutor.close(", "java.util.concurrent.ForkJoinPool.close(");

    /**
     * {@return the condition of a thread, by its state, a name of {@link Thread.State}, and its frames, innermost
     * first}
     */
    static ThreadCondition of(String state, List<String> frames) {
        boolean held = state.equals("WAITING");
        boolean timed = state.equals("TIMED_WAITING");
        if (frames.stream().anyMatch(frame -> frame.startsWith(STANDING))) {
            return WAITS;
        }
        if (frames.stream().anyMatch(frame -> frame.startsWith(CONTENDING))) {
            return HELD;
        }
        if (standsIn(SERVING, frames)) {
            return SERVANT;
        }
        if (standsIn(TIMING, frames)) {
            return held ? IDLE : timed ? DUE : FREE;
        }
        if (standsIn(POOLING, frames)) {
            return held || timed ? IDLE : FREE;
        }
        return held || state.equals("BLOCKED") || timed && standsIn(CLOSING, frames) ? HELD : FREE;
    }

    /** {@return whether a method is the innermost one that is not {@link #BENEATH}: none of the program's code runs} */
    private static boolean standsIn(List<String> methods, List<String> frames) {
        for (String frame : frames) {
            if (methods.stream().anyMatch(frame::startsWith)) {
                return true;
            }
            if (BENEATH.stream().noneMatch(frame::startsWith)) {
                return false;
            }
        }
        return false;
    }

    /** {@return whether it may go on while all others stand still} */
    boolean canGoOn() {
        return this == DUE || this == FREE;
    }
}

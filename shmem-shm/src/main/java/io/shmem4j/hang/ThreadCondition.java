// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import java.util.List;
import java.util.function.Predicate;

/**
 * Whether a thread could end another thread's wait, judged by its stack and state. Thread names don't count, because
 * programs choose them freely.
 */
public enum ThreadCondition {
    /** Serves the JVM or the library and never stores for the program. */
    SERVANT,
    /** Idle thread of a pool or timer. */
    IDLE,
    /** Waits in the library without a timeout. */
    WAITS,
    /** Waits for another thread of its process. */
    HELD,
    /** Timer thread with a task due later. */
    DUE,
    /** May make progress at any time. */
    FREE;

    /** Threads of the JDK, and of programs that run tests, that run no program code. */
    private static final List<String> SERVING = List.of("java.lang.ref.Reference$ReferenceHandler.run(",
        "java.lang.ref.Finalizer$FinalizerThread.run(", "jdk.internal.ref.CleanerImpl.run(",
        "java.lang.VirtualThread.unblockVirtualThreads(", "jdk.jfr.internal.PlatformRecorder.periodicTask(",
        "jdk.jshell.execution.DemultiplexInput.run(", "com.intellij.rt.", "org.eclipse.jdt.internal.junit.");
    private static final List<String> OF_JDK = List.of("java.", "jdk.", "sun.");
    /** Timers, which wait without a timeout only when they have no task. */
    private static final List<String> TIMING = List.of("java.util.TimerThread.mainLoop(",
        "java.util.concurrent.DelayScheduler.loop(",
        "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.", "java.util.concurrent.DelayQueue.");
    /** Idle pool threads; their timed waits end the thread. */
    private static final List<String> POOLING = List.of("java.util.concurrent.ThreadPoolExecutor.getTask(",
        "java.util.concurrent.ForkJoinPool.awaitWork(");
    /** Waits for a pool's termination, which the JDK repeats with a timeout of a day. */
    private static final List<String> CLOSING = List.of("java.util.concurrent.ExecutorService.close(",
        "java.util.concurrent.ThreadPerTaskExecutor.close(", "java.util.concurrent.ForkJoinPool.close(");

    /**
     * {@return a thread's condition}
     *
     * @param state  name of a {@link Thread.State}
     * @param frames the stack, innermost frame first
     */
    static ThreadCondition of(String state, List<String> frames) {
        boolean held = state.equals("WAITING");
        boolean timed = state.equals("TIMED_WAITING");
        if (frames.stream().anyMatch(frame -> LibraryFrames.is(frame, Role.STANDING))) {
            return WAITS;
        }
        if (frames.stream().anyMatch(frame -> LibraryFrames.is(frame, Role.CONTENDING))) {
            return HELD;
        }
        if (innermost(frames, frame -> LibraryFrames.is(frame, Role.SERVANT) || startsWithOne(SERVING, frame))) {
            return SERVANT;
        }
        if (innermost(frames, frame -> startsWithOne(TIMING, frame))) {
            return held ? IDLE : timed ? DUE : FREE;
        }
        if (innermost(frames, frame -> startsWithOne(POOLING, frame))) {
            return held || timed ? IDLE : FREE;
        }
        return held || state.equals("BLOCKED") || timed && innermost(frames, frame -> startsWithOne(CLOSING, frame))
            ? HELD : FREE;
    }

    private static boolean startsWithOne(List<String> beginnings, String frame) {
        return beginnings.stream().anyMatch(frame::startsWith);
    }

    /** {@return whether a frame matches and all frames it has called belong to the JDK or the library} */
    private static boolean innermost(List<String> frames, Predicate<String> like) {
        for (String frame : frames) {
            if (like.test(frame)) {
                return true;
            }
            if (!startsWithOne(OF_JDK, frame) && !LibraryFrames.is(frame, Role.BELOW)) {
                return false;
            }
        }
        return false;
    }

    /** {@return whether the thread can make progress without another thread} */
    boolean canGoOn() {
        return this == DUE || this == FREE;
    }
}

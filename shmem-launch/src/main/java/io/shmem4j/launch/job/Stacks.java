// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.JobState;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.shm.Proc;
import io.shmem4j.hang.JvmAttachment;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The Java stacks of all PEs that still run, asked for at once. A PE that does not answer in time has none: its process
 * is stopped, or its JVM can't come to rest.
 */
final class Stacks {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Name of the main thread in a process of its own. */
    private static final String MAIN = "main";
    private static final int STACK_BYTES = 256 << 10;

    private final List<JvmAttachment> asked = new ArrayList<>();
    private final ControlFile control;

    Stacks(ControlFile control) {
        this.control = control;
    }

    /** {@return a dump for each PE, null where there is none} */
    ThreadDump[] of(List<PeProcess> processes, int nPes) throws InterruptedException {
        ThreadDump[] dumps = new ThreadDump[nPes];
        List<Thread> threads = new ArrayList<>();
        long deadline = System.nanoTime() + LIMIT_NANOS;
        Map<JvmProcess, List<PeProcess>> byJvm = new LinkedHashMap<>();
        for (PeProcess process : processes) {
            if (!process.exited()) {
                byJvm.computeIfAbsent(process.jvm(), jvm -> new ArrayList<>()).add(process);
            }
        }
        byJvm.forEach((jvm, pes) -> {
            if (Proc.stopped(jvm.pid())) {
                return;
            }
            JvmAttachment attachment = new JvmAttachment(jvm.pid());
            asked.add(attachment);
            Thread thread = new Thread(null, () -> {
                String text = attachment.threads(deadline);
                synchronized (dumps) {
                    pes.forEach(pe -> dumps[pe.pe()] = text == null ? null : of(pe, text));
                }
            }, "stacks-" + jvm.which().first(), STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        });
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
        synchronized (dumps) {
            return dumps.clone();
        }
    }

    /** Threads that belong to no PE, such as those of the common pool, are shown with the first PE that is left. */
    private ThreadDump of(PeProcess process, String text) {
        JvmProcess jvm = process.jvm();
        if (!jvm.which().shared()) {
            return new ThreadDump(text);
        }
        int first = jvm.pes().stream().filter(pe -> !pe.exited()).findFirst().orElse(process).pe();
        return new ThreadDump(text, (name, number, kernel) -> {
            int main = kernel == 0 ? -1 : mainOf(jvm, kernel);
            int owner = main >= 0 ? main : jvm.threads().getOrDefault(number, first);
            return owner != process.pe() ? null : main >= 0 ? MAIN : name;
        });
    }

    private int mainOf(JvmProcess jvm, long kernel) {
        for (int pe = jvm.which().first(); pe <= jvm.which().last(); pe++) {
            if (control.thread(pe) == kernel) {
                return pe;
            }
        }
        return -1;
    }

    /** Removes what JVMs that were asked have left. */
    void forget() {
        asked.forEach(JvmAttachment::forget);
    }

    /**
     * PEs' published waits and their stacks of the same moment. On a busy machine JVMs take seconds to answer with
     * their stacks, and a PE may end its published wait meanwhile. So the stacks are taken again until no PE has begun
     * or ended a wait in between. In a job that keeps going this never happens; then the PEs that moved are named.
     *
     * @param dumps their stacks, null where there is none
     * @param moved the PEs whose stacks are of a later moment
     */
    record Moment(JobState state, ThreadDump[] dumps, List<Integer> moved) {
        private static final int MOST_TRIES = 3;

        interface Camera {
            ThreadDump[] take() throws InterruptedException;
        }

        static Moment of(Supplier<JobState> published, Camera camera) throws InterruptedException {
            JobState before = published.get();
            for (int tries = 1;; tries++) {
                ThreadDump[] dumps = camera.take();
                JobState after = published.get();
                List<Integer> moved = moved(before.signature(), after.signature());
                if (moved.isEmpty() || tries == MOST_TRIES) {
                    return new Moment(before, dumps, moved);
                }
                before = after;
            }
        }

        private static List<Integer> moved(long[] before, long[] after) {
            List<Integer> moved = new ArrayList<>();
            for (int pe = 0; pe < before.length; pe++) {
                if (before[pe] != after[pe]) {
                    moved.add(pe);
                }
            }
            return moved;
        }

        /** {@return a line that says whose stacks are later than the rest, if there are any} */
        List<String> remark() {
            return moved.isEmpty() ? List.of() : List.of(PeNumbers.describe(moved) + " went on meanwhile: "
                + (moved.size() == 1 ? "its stack is" : "their stacks are") + " of a later moment than the table");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.hang;

import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.JvmAttachment;
import io.shmem4j.launch.process.PeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The Java stacks of all PEs that still run, asked for at once. A PE that does not answer in time has none: its process
 * is stopped, or its JVM can't come to rest.
 */
final class Stacks {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int STACK_BYTES = 256 << 10;

    private final List<JvmAttachment> asked = new ArrayList<>();
    private final JobPlan plan;

    Stacks(JobPlan plan) {
        this.plan = plan;
    }

    /**
     * {@return a dump for each PE, null where there is none}
     *
     * @param processes the PEs
     */
    ThreadDump[] of(List<PeProcess> processes) throws InterruptedException {
        ThreadDump[] dumps = new ThreadDump[processes.size()];
        List<Thread> threads = new ArrayList<>();
        long deadline = System.nanoTime() + LIMIT_NANOS;
        for (PeProcess process : processes) {
            if (process.exited() || stopped(process.pid()) || !answers(plan.app(process.pe()))) {
                continue;
            }
            JvmAttachment jvm = new JvmAttachment(process.pid());
            asked.add(jvm);
            Thread thread = new Thread(null, () -> {
                String text = jvm.threads(deadline);
                synchronized (dumps) {
                    dumps[process.pe()] = text == null ? null : new ThreadDump(text);
                }
            }, "stacks-" + process.pe(), STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
        synchronized (dumps) {
            return dumps.clone();
        }
    }

    /** JVMs that leave signals alone would be killed by one. */
    private static boolean answers(App app) {
        return app.jvmFlags().stream().noneMatch(flag -> flag.equals("-Xrs") || flag.equals("-XX:+ReduceSignalUsage")
            || flag.equals("-XX:+DisableAttachMechanism"));
    }

    /**
     * {@return whether a process is stopped by a signal or a debugger}
     *
     * @param pid the process
     */
    static boolean stopped(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            char state = line.charAt(line.lastIndexOf(')') + 2);
            return state == 'T' || state == 't';
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes what JVMs that were asked have left. */
    void forget() {
        asked.forEach(JvmAttachment::forget);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads of one PE of several in a JVM: the thread that runs main and all threads started by the PE's threads,
 * because a new thread joins the group of its creator. Uncaught throwables come here, too.
 */
public final class PeThreads extends ThreadGroup {
    /** Name of threads and groups, followed by the PE's number, for tools that look at the JVM. */
    static final String NAME = "PE ";

    private final ThreadPe pe;

    public PeThreads(ThreadPe pe) {
        super(Thread.currentThread().getThreadGroup(), NAME + pe.number());
        this.pe = pe;
    }

    /** The thread of a PE's main method, with the JVM's usual stack size. */
    public static final class Main extends Thread {
        private final ThreadPe pe;

        Main(PeThreads threads, Runnable action) {
            super(threads, action, threads.getName());
            this.pe = threads.pe;
            setContextClassLoader(pe.loader());
        }

        ThreadPe pe() {
            return pe;
        }

        String firstName() {
            return NAME + pe.number();
        }
    }

    public Main main(Runnable action) {
        return new Main(this, action);
    }

    ThreadPe pe() {
        return pe;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        pe.uncaught(thread, thrown);
    }

    /** Waits until the calling thread is the only one that would keep a process alive. */
    public void joinOthers() {
        for (List<Thread> left = others(); !left.isEmpty(); left = others()) {
            for (Thread thread : left) {
                join(thread);
            }
        }
    }

    private List<Thread> others() {
        List<Thread> others = new ArrayList<>();
        for (Thread thread : all(this)) {
            if (!thread.isDaemon() && thread != Thread.currentThread()) {
                others.add(thread);
            }
        }
        return others;
    }

    /** {@return the threads of a group and of those in it} */
    public static Thread[] all(ThreadGroup group) {
        Thread[] all = new Thread[group.activeCount() + 1];
        int count = group.enumerate(all);
        while (count == all.length) {
            all = new Thread[2 * count];
            count = group.enumerate(all);
        }
        return Arrays.copyOf(all, count);
    }

    /** {@code Thread.getAllStackTraces}: of the threads that a process of the calling PE would have. */
    public static Map<Thread, StackTraceElement[]> getAllStackTraces() {
        Map<Thread, StackTraceElement[]> all = new HashMap<>(Thread.getAllStackTraces());
        ThreadPe pe = CurrentPe.find();
        all.keySet().removeIf(thread -> {
            ThreadPe owner = pe == null ? null : CurrentPe.of(thread);
            return owner != null && owner != pe;
        });
        return all;
    }

    /** Waits for a thread; interrupts do not end the wait. */
    public static void join(Thread thread) {
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // A process waits for its last threads in the same way: nothing ends that.
                continue;
            }
        }
    }
}

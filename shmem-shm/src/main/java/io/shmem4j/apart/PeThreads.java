// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The threads of a PE in a shared JVM: the one that runs main, and all that the PE's threads start, because a thread
 * joins the group of its creator. The group also receives their uncaught throwables.
 */
public final class PeThreads extends ThreadGroup {
    /** First word of the names of main threads and groups, which tools show. */
    static final String NAME = "PE ";

    private final ThreadPe pe;

    public PeThreads(ThreadPe pe) {
        super(Thread.currentThread().getThreadGroup(), NAME + pe.number());
        this.pe = pe;
    }

    /** The thread that runs a PE's main method. */
    public static final class Main extends Thread {
        private final ThreadPe pe;

        Main(PeThreads threads, Runnable action) {
            super(threads, action, threads.getName());
            this.pe = threads.pe;
            if (pe.loader() != null) {
                setContextClassLoader(pe.loader());
            }
        }

        public ThreadPe pe() {
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

    /**
     * Runs the end of a PE whose main method has returned: on the calling thread if it is the last one, else on a
     * daemon thread, because another thread may wait for the main one.
     */
    public void runLast(Runnable end) {
        if (!others().isEmpty()) {
            Thread last = new Thread(this, end, "DestroyJavaVM");
            last.setDaemon(true);
            try {
                last.start();
                return;
            } catch (OutOfMemoryError e) {
                // There is no thread for it.
            }
        }
        end.run();
    }

    /** Waits until the PE has no other thread than the calling one and daemons. */
    public void joinOthers() {
        for (List<Thread> left = others(); !left.isEmpty(); left = others()) {
            for (Thread thread : left) {
                join(thread);
            }
        }
    }

    /** {@return the PE's other threads that are no daemons} Tasks of the common pool start theirs in the top group. */
    public List<Thread> others() {
        List<Thread> others = new ArrayList<>();
        for (Thread thread : all(topmost())) {
            if (!thread.isDaemon() && thread != Thread.currentThread() && CurrentPe.of(thread) == pe) {
                others.add(thread);
            }
        }
        return others;
    }

    /** {@return the group of all threads of this JVM} */
    public static ThreadGroup topmost() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** {@return the live threads of a group and its subgroups} */
    public static Thread[] all(ThreadGroup group) {
        Thread[] all = new Thread[group.activeCount() + 1];
        int count = group.enumerate(all);
        while (count == all.length) {
            all = new Thread[2 * count];
            count = group.enumerate(all);
        }
        return Arrays.copyOf(all, count);
    }

    /** Waits for a thread; interrupts do not end the wait. */
    public static void join(Thread thread) {
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // A JVM that waits for its last threads ignores interrupts, too.
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * The last PE fails at a moment while the others need it; arguments are the moment and the fault. Where the moment is a
 * wait, another thread of the PE fails as soon as its main thread stands in it; PE 0 keeps the wait from ending.
 */
public final class FaultProgram {
    private static final int BLOCK = 1 << 17;

    private final Fault fault;
    private final Thread main = Thread.currentThread();
    private Shmem shmem;
    private Signal never;
    private ShmemLock lock;

    private FaultProgram(Fault fault) {
        this.fault = fault;
    }

    /** When the last PE fails. */
    enum Moment {
        /** Dies before init. */
        INIT,
        /** Dies in a barrier. */
        BARRIER,
        /** Dies between the last barrier and the others' next one. */
        COMPUTE,
        /** While it waits for a lock. */
        LOCK,
        /** While it holds the lock that the others wait for. */
        HOLDER,
        /** Dies in a symmetric allocation. */
        ALLOCATION,
        /** Dies in a stream of puts. */
        PUT,
        /** Dies in waitUntil. */
        WAIT,
        /** Dies in a reduction. */
        REDUCTION
    }

    /** How it fails. */
    enum Fault {
        /** SIGKILL. */
        KILL,
        /** SIGSTOP. */
        STOP,
        /** An exception nobody catches. */
        EXCEPTION,
        /** System.exit with a status. */
        EXIT,
        /** System.exit with status 0. */
        LEAVE,
        /** The Java heap is full. */
        MEMORY,
        /** Endless recursion. */
        STACK,
        /** global_exit. */
        GLOBAL_EXIT
    }

    /**
     * Runs.
     *
     * @param args moment and fault
     * @throws Exception as the fault wants it
     */
    public static void main(String[] args) throws Exception {
        new FaultProgram(Fault.valueOf(args[1])).run(Moment.valueOf(args[0]));
    }

    private void run(Moment moment) throws Exception {
        int pes = Integer.parseInt(System.getenv("SHMEM_NPES"));
        boolean victim = TestProgram.pe() == pes - 1;
        if (moment == Moment.INIT && victim) {
            if (fault == Fault.GLOBAL_EXIT) {
                throw new IllegalArgumentException("nobody can call global_exit before init");
            }
            fail();
        }
        shmem = Shmem.init();
        never = shmem.allocateSignal();
        lock = shmem.allocateLock();
        SymmetricLongs block = shmem.allocateLongs(BLOCK);
        if (moment == Moment.HOLDER && victim) {
            lock.lock();
        }
        shmem.barrierAll();
        boolean first = shmem.myPe() == 0;
        switch (moment) {
            case INIT -> throw new AssertionError("the last PE came to init");
            case COMPUTE, HOLDER -> {
                if (victim) {
                    fail();
                }
                waitIn(moment, block);
            }
            case PUT -> {
                if (victim) {
                    failSoon(false);
                    put(block);
                }
                shmem.barrierAll();
            }
            default -> {
                if (moment == Moment.LOCK && first) {
                    lock.lock();
                    shmem.signalSet(never, 1, shmem.nPes() - 1);
                }
                if (first) {
                    never.waitUntil(Cmp.EQ, 7);
                }
                if (victim) {
                    if (moment == Moment.LOCK) {
                        never.waitUntil(Cmp.EQ, 1);
                    }
                    failSoon(true);
                }
                waitIn(victim ? moment : Moment.BARRIER, block);
            }
        }
        throw new AssertionError("the wait has ended");
    }

    private void waitIn(Moment moment, SymmetricLongs block) {
        switch (moment) {
            case LOCK, HOLDER -> lock.lock();
            case ALLOCATION -> shmem.allocateLongs(1);
            case WAIT -> never.waitUntil(Cmp.EQ, 7);
            case REDUCTION -> shmem.world().sumReduce(block, block, BLOCK / 2);
            default -> shmem.barrierAll();
        }
    }

    private void put(SymmetricLongs block) {
        long[] mine = new long[BLOCK];
        while (true) {
            shmem.put(block, 0, mine, 0, BLOCK, 0);
        }
    }

    /** Fails in another thread once the main thread is where it shall be. */
    private void failSoon(boolean waiting) {
        Thread.ofPlatform().start(() -> {
            String place = waiting ? "io.shmem4j.spi.Waiter" : FaultProgram.class.getName();
            String method = waiting ? "pause" : "put";
            while (Arrays.stream(main.getStackTrace()).noneMatch(frame -> frame.getClassName().equals(place)
                && frame.getMethodName().equals(method))) {
                Thread.onSpinWait();
            }
            try {
                fail();
            } catch (IOException | InterruptedException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        });
    }

    private void fail() throws IOException, InterruptedException {
        switch (fault) {
            case KILL, STOP -> {
                new ProcessBuilder("kill", "-" + fault, Long.toString(ProcessHandle.current().pid())).start().waitFor();
                new CountDownLatch(1).await();
            }
            case EXCEPTION -> throw new IllegalStateException("broken on purpose");
            case EXIT -> System.exit(9);
            case LEAVE -> System.exit(0);
            case MEMORY -> fill();
            case STACK -> deeper(0);
            case GLOBAL_EXIT -> shmem.globalExit(5);
        }
    }

    private static void fill() {
        Object[] chain = null;
        while (true) {
            chain = new Object[] {chain, new long[1 << 16]};
        }
    }

    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }
}

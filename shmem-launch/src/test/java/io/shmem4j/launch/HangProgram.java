// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/** Programs that hang, or look as if they did; the argument says how. */
public final class HangProgram {
    private HangProgram() {
    }

    /**
     * Runs one.
     *
     * @param args its name, and for a thread and a timer the file whose coming ends them
     * @throws Exception never in the end
     */
    public static void main(String[] args) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            ShmemLock first = shmem.allocateLock();
            ShmemLock second = shmem.allocateLock();
            Signal signal = shmem.allocateSignal();
            signal.word().named("go");
            boolean last = shmem.myPe() == shmem.nPes() - 1;
            switch (args[0]) {
                case "locks" -> locks(shmem, first, second);
                case "barrier" -> {
                    if (last) {
                        signal.word().set(0, 5);
                        signal.waitUntil(Cmp.EQ, 7);
                    }
                    shmem.barrierAll();
                }
                case "absent" -> {
                    if (last) {
                        compute();
                    }
                    shmem.barrierAll();
                }
                case "broadcast", "gather" -> withRoot(shmem, args[0], last);
                case "team" -> {
                    Team uneven = shmem.world().of(0, 1, 3);
                    if (shmem.myPe() % 3 == 0) {
                        uneven.sync();
                    }
                }
                case "thread" -> thread(shmem, signal, last, () -> Files.exists(Path.of(args[1])));
                case "slow" -> {
                    long until = System.nanoTime() + 5_000_000_000L;
                    thread(shmem, signal, last, () -> System.nanoTime() - until >= 0);
                    waitForSix(shmem, signal);
                }
                case "idle" -> {
                    IdleThreads.make();
                    OwnSignals.name("HUP");
                    waitForSix(shmem, signal);
                }
                case "timer" -> {
                    if (last) {
                        timer(shmem, signal, Path.of(args[1]));
                    }
                    waitForSix(shmem, signal);
                }
                case "handler" -> {
                    OwnSignals.handle("USR1", () -> signal.word().set(0, 6));
                    waitForSix(shmem, signal);
                }
                case "handler-of-jvm" -> {
                    OwnSignals.handle("HUP", () -> signal.word().set(0, 6));
                    waitForSix(shmem, signal);
                }
                case "six" -> waitForSix(shmem, signal);
                default -> withThreads(args[0], shmem, signal, first, second);
            }
            System.out.println("done " + shmem.myPe());
        }
    }

    private static void withThreads(String how, Shmem shmem, Signal signal, Object one, Object other) {
        switch (how) {
            case "over" -> {
                Thread.ofPlatform().start(() -> signal.waitUntil(Cmp.EQ, 5));
                Thread.ofPlatform().start(() -> storeLater(signal, 1, 5));
                signal.waitUntil(Cmp.EQ, 6);
            }
            case "ring" -> {
                CountDownLatch both = new CountDownLatch(2);
                Thread.ofPlatform().daemon().start(() -> ring(one, other, both));
                Thread.ofPlatform().daemon().start(() -> ring(other, one, both));
                waitForSix(shmem, signal);
            }
            case "listener" -> {
                shmem.onDeath(death -> signal.word().setRelease(0, 6));
                waitForSix(shmem, signal);
            }
            case "close" -> {
                try (ExecutorService pool = Executors.newFixedThreadPool(1, Thread.ofPlatform().name("w").factory())) {
                    pool.execute(() -> waitForSix(shmem, signal));
                }
            }
            case "limit" -> {
                Thread.ofPlatform().start(() -> storeLater(signal, 4, 6));
                waitForSix(shmem, signal);
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    /** The root of a team of all but PE 0 does not come. */
    private static void withRoot(Shmem shmem, String how, boolean last) {
        SymmetricLongs values = shmem.allocateLongs(3);
        Team others = shmem.world().splitStrided(1, 1, shmem.nPes() - 1);
        if (last && how.equals("gather")) {
            others.gather(values.slice(0, 2), values.slice(2, 1), 1, 0);
        } else if (last) {
            others.broadcast(values.slice(0, 1), values.slice(2, 1), 1, 0);
        }
    }

    private static void locks(Shmem shmem, ShmemLock first, ShmemLock second) {
        boolean even = shmem.myPe() == 0;
        if (shmem.myPe() < 2) {
            (even ? first : second).lock();
        }
        shmem.syncAll();
        if (shmem.myPe() < 2) {
            (even ? second : first).lock();
        }
        shmem.barrierAll();
    }

    /** Nobody will count it down. */
    private static void compute() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private static void waitForSix(Shmem shmem, Signal signal) {
        signal.word().set(0, 5);
        System.out.println("waits " + shmem.myPe());
        signal.waitUntil(Cmp.EQ, 6);
    }

    private static void storeLater(Signal signal, int seconds, long value) {
        signal.watch().within(Duration.ofSeconds(seconds)).until(Cmp.EQ, 7);
        signal.word().setRelease(0, value);
    }

    /** Takes one monitor and then another, which a second thread takes the other way round. */
    private static void ring(Object one, Object other, CountDownLatch both) {
        synchronized (one) {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            synchronized (other) {
                System.out.println("never");
            }
        }
    }

    /** A task that is due again and again, and ends the waits of all PEs when a file has come. */
    private static void timer(Shmem shmem, Signal signal, Path file) {
        new Timer("later", true).schedule(new TimerTask() {
            @Override
            public void run() {
                if (Files.exists(file)) {
                    cancel();
                    for (int pe = 0; pe < shmem.nPes(); pe++) {
                        shmem.signalSet(signal, 6, pe);
                    }
                }
            }
        }, 1000, 1000);
    }

    /** All main threads wait, but one PE has another thread that ends it. */
    private static void thread(Shmem shmem, Signal signal, boolean last, BooleanSupplier over) {
        if (last) {
            Thread.ofPlatform().name("storer").start(() -> {
                while (!over.getAsBoolean()) {
                    Thread.onSpinWait();
                }
                shmem.signalSet(signal, 1, 0);
            });
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            signal.waitUntil(Cmp.EQ, 1);
        }
        shmem.barrierAll();
    }
}

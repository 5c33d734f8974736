// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Context;
import io.shmem4j.ContextOption;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Threads of one PE. Lines of a race are marked by 1 and 2. */
final class ThreadCases {
    private static final VarHandle SHOWN;
    private static final VarHandle READY;
    private static final VarHandle UP;
    private static final AtomicIntegerFieldUpdater<Flag> TURN = AtomicIntegerFieldUpdater.newUpdater(Flag.class,
        "turn");
    private static volatile boolean ready;
    private static MemorySegment shown;

    static {
        try {
            SHOWN = MethodHandles.lookup().findStaticVarHandle(ThreadCases.class, "shown", MemorySegment.class);
            READY = MethodHandles.lookup().findStaticVarHandle(ThreadCases.class, "ready", boolean.class);
            UP = MethodHandles.lookup().findVarHandle(Waiter.class, "up", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private ThreadCases() {
    }

    /** A flag of its own in each object, that lies in the class above. */
    private static class Flag {
        volatile boolean up;
        volatile int turn;

        void raise() {
            up = true;
        }
    }

    private static final class Waiter extends Flag {
        void await() {
            while (!up) {
                Thread.onSpinWait();
            }
        }
    }

    static void together(Runnable... all) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Runnable each : all) {
            Thread thread = new Thread(each);
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
    }

    static void twoThreadsStoreRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            together(() -> a.set(0, 1), // 1
                () -> a.set(0, 2)); // 2
        }
    }

    static void twoThreadsApartClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(2);
        if (s.myPe() == 0) {
            together(() -> a.set(0, 1), () -> a.set(1, 2));
            a.fill(4);
        }
    }

    static void twoThreadsPutRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            together(() -> s.p(a, 0, 1, 1), // 1
                () -> s.p(a, 0, 2, 1)); // 2
        }
    }

    static void twoThreadsPutWithContextsRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Runnable task = () -> {
                try (Context c = s.createContext(ContextOption.PRIVATE)) {
                    c.p(a, 0, 1, 1); // 1 2
                }
            };
            together(task, task);
        }
    }

    static void joinedClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            a.set(0, 1);
            Thread thread = new Thread(() -> a.set(0, 2));
            thread.start();
            thread.join();
            a.set(0, 3);
        }
    }

    static void notJoinedRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Thread thread = new Thread(() -> a.set(0, 2)); // 1
            thread.start();
            a.set(0, 3); // 2
            thread.join();
        }
    }

    static void threadPutsWithoutQuietRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Thread thread = new Thread(() -> s.p(a, 0, 2, 1)); // 1
            thread.start();
            thread.join();
            s.g(a, 0, 1); // 2
        }
    }

    static void threadPutsJoinQuietClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Thread thread = new Thread(() -> s.p(a, 0, 2, 1));
            thread.start();
            thread.join();
            s.quiet();
            s.g(a, 0, 1);
        }
        s.barrierAll();
        if (s.myPe() == 1) {
            a.get(0);
        }
    }

    static void synchronizedClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        Object lock = new Object();
        if (s.myPe() == 0) {
            Runnable task = () -> {
                synchronized (lock) {
                    a.set(0, a.get(0) + 1);
                }
            };
            together(task, task);
        }
    }

    static void twoMonitorsRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        Object one = new Object();
        Object two = new Object();
        if (s.myPe() == 0) {
            together(() -> {
                synchronized (one) {
                    a.set(0, 1); // 1
                }
            }, () -> {
                synchronized (two) {
                    a.set(0, 2); // 2
                }
            });
        }
    }

    static void twoMonitorsOfLikeHashRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        Object one = new Object();
        Object two = Stream.generate(Object::new)
            .filter(each -> (System.identityHashCode(each) ^ System.identityHashCode(one)) % (1 << 16) == 0)
            .findFirst().orElseThrow();
        if (s.myPe() == 0) {
            together(() -> {
                synchronized (one) {
                    a.set(0, 1); // 1
                }
            }, () -> {
                synchronized (two) {
                    a.set(0, 2); // 2
                }
            });
        }
    }

    static void reentrantLockClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        ReentrantLock lock = new ReentrantLock();
        if (s.myPe() == 0) {
            Runnable task = () -> {
                lock.lock();
                try {
                    a.set(0, a.get(0) + 1);
                } finally {
                    lock.unlock();
                }
            };
            together(task, task);
        }
    }

    static void latchClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        CountDownLatch latch = new CountDownLatch(1);
        if (s.myPe() == 0) {
            together(() -> {
                a.set(0, 1);
                latch.countDown();
            }, () -> {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                a.set(0, 2);
            });
        }
    }

    static void volatileFlagClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            ready = false;
            together(() -> {
                a.set(0, 1);
                ready = true;
            }, () -> {
                while (!ready) {
                    Thread.onSpinWait();
                }
                a.set(0, 2);
            });
        }
    }

    static void inheritedFlagClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Waiter waiter = new Waiter();
            together(() -> {
                a.set(0, 1);
                waiter.raise();
            }, () -> {
                waiter.await();
                a.set(0, 2);
            });
        }
    }

    static void segmentByHandleClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            SHOWN.setVolatile((MemorySegment) null);
            together(() -> {
                a.set(0, 1);
                SHOWN.setVolatile(a.local());
            }, () -> {
                while ((MemorySegment) SHOWN.getVolatile() == null) {
                    Thread.onSpinWait();
                }
                a.set(0, 2);
            });
        }
    }

    static void flagsByHandlesClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            ready = false;
            Waiter waiter = new Waiter();
            together(() -> {
                a.set(0, 1);
                UP.setRelease(waiter, true);
                while (!(boolean) READY.getAcquire()) {
                    Thread.onSpinWait();
                }
                a.set(0, 3);
                TURN.incrementAndGet(waiter);
            }, () -> {
                waiter.await();
                a.set(0, 2);
                ready = true;
                while (waiter.turn == 0) {
                    Thread.onSpinWait();
                }
                a.set(0, 4);
            });
        }
    }

    static void handleOfAnotherFieldRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Waiter waiter = new Waiter();
            together(() -> {
                a.set(0, 1); // 1
                TURN.incrementAndGet(waiter);
            }, () -> {
                if (!waiter.up) {
                    a.set(0, 2); // 2
                }
            });
        }
    }

    static void synchronizedMethodFailsClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        final class Failing {
            synchronized void count() {
                a.set(0, a.get(0) + 1);
                throw new IllegalStateException("counted");
            }
        }
        if (s.myPe() == 0) {
            Failing failing = new Failing();
            Runnable task = () -> {
                try {
                    failing.count();
                } catch (IllegalStateException e) {
                    Thread.yield();
                }
            };
            together(task, task);
        }
    }

    static void executorClean(Shmem s) throws InterruptedException, ExecutionException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
                a.set(0, 1);
                pool.submit(() -> a.set(0, 2)).get();
                a.set(0, 3);
                pool.submit(() -> a.get(0)).get();
            }
            a.set(0, 5);
        }
    }

    static void threadAgainstOtherPeRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Thread thread = new Thread(() -> s.p(a, 0, 2, 1)); // 1
            thread.start();
            thread.join();
        } else if (s.myPe() == 1) {
            a.get(0); // 2
        }
    }

    static void lockedInThreadsClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        Thread thread = new Thread(() -> s.inc(a, 0, 0));
        thread.start();
        thread.join();
        s.barrierAll();
        a.set(0, 4);
    }

    static void parallelStreamClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(64);
        if (s.myPe() == 1) {
            a.fill(1);
        }
        s.barrierAll();
        if (s.myPe() == 0) {
            IntStream.range(0, 64).parallel().forEach(i -> s.p(a, i, i, 1));
            IntStream.range(0, 64).parallel().forEach(i -> a.set(i, i));
            a.get(7);
        }
        s.barrierAll();
        s.g(a, 8, 0);
        a.get(3);
    }

    static void virtualThreadsRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            Thread one = Thread.ofVirtual().start(() -> a.set(0, 2)); // 1
            Thread two = Thread.startVirtualThread(() -> a.set(0, 3)); // 2
            one.join();
            two.join();
        }
    }

    static void executorOfTwoRacy(Shmem s) throws InterruptedException, ExecutionException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
                CountDownLatch both = new CountDownLatch(2);
                Future<?> one = pool.submit(() -> {
                    a.set(0, 1); // 1
                    both.countDown();
                });
                Future<?> other = pool.submit(() -> {
                    a.set(0, 2); // 2
                    both.countDown();
                });
                one.get();
                other.get();
            }
        }
    }

    /** A method that both threads use, and that orders nothing. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(2));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void pausesOrderNothingRacy(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            together(() -> {
                a.set(0, 1); // 1
                pause();
            }, () -> {
                pause();
                a.set(0, 2); // 2
            });
        }
    }

    static void volatileOrdersNoPesRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Thread other = Thread.ofVirtual().start(() -> { });
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1); // 1
            s.quiet();
            ready = true;
        } else if (s.myPe() == 1 && ready | !ready) {
            a.get(0); // 2
        }
        s.barrierAll();
        while (other.isAlive()) {
            Thread.onSpinWait();
        }
    }

    static void monitorOfAListClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            List<Long> seen = new ArrayList<>();
            together(() -> {
                synchronized (seen) {
                    a.set(0, 1);
                    seen.add(1L);
                }
            }, () -> {
                synchronized (seen) {
                    a.set(0, 2);
                    seen.add(2L);
                }
            });
        }
    }

    static void waitForAListClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            List<Long> seen = new ArrayList<>();
            Thread waiter = new Thread(() -> {
                synchronized (seen) {
                    try {
                        while (seen.isEmpty()) {
                            seen.wait();
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                a.set(0, 2);
            });
            waiter.start();
            while (waiter.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            a.set(0, 1);
            synchronized (seen) {
                seen.add(1L);
                seen.notifyAll();
            }
            waiter.join();
        }
    }

    static void spinningIsNoAccessClean(Shmem s) throws InterruptedException {
        SymmetricLongs a = s.allocateLongs(1);
        if (s.myPe() == 0) {
            AtomicInteger done = new AtomicInteger();
            Thread thread = new Thread(() -> {
                a.set(0, 1);
                done.set(1);
            });
            thread.start();
            while (done.get() == 0) {
                Thread.onSpinWait();
            }
            a.set(0, 2);
            for (int i = 0; i < 1000; i++) {
                done.get();
            }
            done.set(2);
            thread.join();
        }
    }
}

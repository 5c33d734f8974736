// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;

/** Threads that use one buffer, or that meet other PEs. Lines of a race are marked by 1 and 2. */
final class HybridCases {
    private HybridCases() {
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    static void otherThreadLoadsRacy(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            Thread other = new Thread(() -> System.out.println("buffer " + buffer[0])); // 2
            other.start();
            s.getNbi(buffer, 0, remote, 0, 1, 1); // 1
            s.quiet();
            other.join();
        }
    }

    static void otherThreadLoadsAfterGetRacy(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            Thread other = Thread.ofVirtual().unstarted(() -> s.get(buffer, 0, remote, 0, 1, 1)); // 1
            other.start();
            int seen = buffer[0]; // 2
            other.join();
            System.out.println("seen " + seen);
        }
    }

    static void otherThreadLoadsAfterJoinClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            Thread other = Thread.ofPlatform().start(() -> {
                s.getNbi(buffer, 0, remote, 0, 1, 1);
                s.quiet();
            });
            other.join();
            System.out.println("buffer " + buffer[0]);
            buffer[0] = 4;
        }
    }

    static void barrierOfThreadsClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            CyclicBarrier barrier = new CyclicBarrier(2);
            Thread other = new Thread(() -> {
                await(barrier);
                System.out.println("buffer " + buffer[0]);
            });
            other.start();
            s.getNbi(buffer, 0, remote, 0, 1, 1);
            s.quiet();
            await(barrier);
            other.join();
        }
    }

    static void barrierOfThreadsBeforeQuietRacy(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            CyclicBarrier barrier = new CyclicBarrier(2);
            Thread other = new Thread(() -> {
                await(barrier);
                System.out.println("buffer " + buffer[0]); // 2
            });
            other.start();
            s.getNbi(buffer, 0, remote, 0, 1, 1); // 1
            await(barrier);
            s.quiet();
            other.join();
        }
    }

    static void phaserClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            Phaser phaser = new Phaser(2);
            Thread other = new Thread(() -> {
                s.getNbi(buffer, 0, remote, 0, 1, 1);
                s.quiet();
                phaser.arrive();
            });
            other.start();
            phaser.arriveAndAwaitAdvance();
            System.out.println("buffer " + buffer[0]);
            other.join();
        }
    }

    static void semaphoreClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            Semaphore done = new Semaphore(0);
            Thread.startVirtualThread(() -> {
                s.get(buffer, 0, remote, 0, 1, 1);
                done.release();
            });
            done.acquire();
            System.out.println("buffer " + buffer[0]);
        }
    }

    static void nativeBufferRacy(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        if (s.myPe() == 0) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment buffer = arena.allocate(4);
                Thread other = new Thread(() -> s.getmem(buffer, 0, remote, 0, 4, 1)); // 1
                other.start();
                buffer.get(ValueLayout.JAVA_INT, 0); // 2
                other.join();
            }
        }
    }

    static void memoryServesAgainClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            together(() -> {
                // More each time, so that it comes from the system, at a place that the other thread had before.
                for (int round = 0; round < 50; round++) {
                    try (Arena arena = Arena.ofConfined()) {
                        arena.allocate((round + 64L) << 14).fill((byte) round);
                    }
                    Thread.yield();
                }
            });
        }
        a.set(0, 1);
    }

    static void initializerClean(Shmem s) throws InterruptedException {
        // Made when somebody first wants it.
        final class Table {
            static final int[] SQUARES = new int[8];

            static {
                for (int i = 0; i < SQUARES.length; i++) {
                    SQUARES[i] = i * i;
                }
            }
        }
        if (s.myPe() == 0) {
            together(() -> System.out.println("square " + Table.SQUARES[3]));
        }
    }

    static void storedAfterInitializerRacy(Shmem s) throws InterruptedException {
        final class Table {
            static final int[] SQUARES = {0, 1, 4};
        }
        if (s.myPe() == 0) {
            ThreadCases.together(() -> {
                Table.SQUARES[2] = 5; // 1
            }, () -> {
                System.out.println("square " + Table.SQUARES[2]); // 2
            });
        }
    }

    static void onlyMainMeetsRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        int[] source = {3};
        if (s.myPe() == 0) {
            s.putNbi(a, 0, source, 0, 1, 1); // 1
            s.quiet();
            s.world().sync();
        } else if (s.myPe() == 1) {
            Thread other = new Thread(() -> System.out.println("a " + a.get(0))); // 2
            other.start();
            s.world().sync();
            other.join();
        } else {
            s.world().sync();
        }
    }

    static void threadAfterMeetingClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        int[] source = {3};
        if (s.myPe() == 0) {
            s.putNbi(a, 0, source, 0, 1, 1);
            s.quiet();
        }
        s.world().sync();
        if (s.myPe() == 1) {
            Thread other = new Thread(() -> System.out.println("a " + a.get(0)));
            other.start();
            other.join();
        }
    }

    static void otherThreadMeetsRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            Thread puts = new Thread(() -> {
                s.p(a, 0, 42, 1); // 1
                s.quiet();
            });
            Thread meets = new Thread(() -> s.world().sync());
            puts.start();
            meets.start();
            meets.join();
            puts.join();
        } else {
            s.world().sync();
            if (s.myPe() == 1) {
                System.out.println("a " + a.get(0)); // 2
            }
        }
    }

    static void otherThreadSignalsRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        SymmetricInts flag = s.allocateInts(1);
        if (s.myPe() == 0) {
            Thread puts = new Thread(() -> {
                s.p(a, 0, 42, 1); // 1
                s.fence();
            });
            Thread signals = new Thread(() -> s.atomicSet(flag, 0, 1, 1));
            puts.start();
            signals.start();
            signals.join();
            puts.join();
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            System.out.println("a " + a.get(0)); // 2
        }
    }

    static void joinedThreadSignalsClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        SymmetricInts flag = s.allocateInts(1);
        if (s.myPe() == 0) {
            Thread puts = new Thread(() -> {
                s.p(a, 0, 42, 1);
                s.fence();
            });
            puts.start();
            puts.join();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            System.out.println("a " + a.get(0));
        }
    }

    static void joinedThreadThenFenceClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        SymmetricInts flag = s.allocateInts(1);
        if (s.myPe() == 0) {
            Thread puts = new Thread(() -> s.p(a, 0, 42, 1));
            puts.start();
            puts.join();
            s.fence();
            s.atomicSet(flag, 0, 1, 1);
        } else if (s.myPe() == 1) {
            flag.waitUntil(0, Cmp.EQ, 1);
            System.out.println("a " + a.get(0));
        }
    }

    static void threadsWithContextsClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(4);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int mine = i;
            threads[i] = new Thread(() -> {
                try (Context c = s.createContext()) {
                    if (s.myPe() == 0) {
                        c.p(a, mine, mine, 1);
                        c.quiet();
                    }
                }
            });
        }
        for (Thread each : threads) {
            each.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        s.barrierAll();
        System.out.println("a " + a.get(3));
    }

    /** A thread of a class of its own. */
    private static final class Getter extends Thread {
        private final Shmem shmem;
        private final SymmetricInts remote;
        private final int[] buffer;

        Getter(Shmem shmem, SymmetricInts remote, int[] buffer) {
            this.shmem = shmem;
            this.remote = remote;
            this.buffer = buffer;
        }

        @Override
        public void run() {
            shmem.get(buffer, 0, remote, 0, 1, 1);
        }
    }

    static void subclassJoinedClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        Getter getter = new Getter(s, remote, buffer);
        getter.start();
        getter.join();
        buffer[0]++;
    }

    static void seenToHaveEndedClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        Thread getter = new Getter(s, remote, buffer);
        getter.start();
        while (getter.isAlive()) {
            Thread.onSpinWait();
        }
        buffer[0]++;
    }

    static void readWriteLockClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        ReadWriteLock lock = new ReentrantReadWriteLock();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            a.set(0, 1);
            lock.writeLock().unlock();
        });
        writer.start();
        lock.readLock().lock();
        a.get(0);
        lock.readLock().unlock();
        writer.join();
    }

    static void queueOfInterfaceClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        Map<String, Integer> map = new ConcurrentHashMap<>();
        Thread writer = new Thread(() -> {
            a.set(0, 1);
            queue.add(a.get(0));
            a.set(0, 2);
            map.put("done", 2);
        });
        writer.start();
        while (queue.isEmpty() || !map.containsKey("done")) {
            Thread.onSpinWait();
        }
        a.set(0, 3);
        writer.join();
    }

    static void startedByReferenceRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            List<Thread> threads = IntStream.range(0, 2).mapToObj(i -> new Thread(() -> {
                s.p(a, 0, i, 1); // 1 2
            })).toList();
            threads.forEach(Thread::start);
            for (Thread each : threads) {
                each.join();
            }
        }
    }

    static void libraryByReferenceClean(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        Runnable quiet = s::quiet;
        Runnable meet = s.world()::sync;
        s.p(a, s.myPe(), 5, 1);
        quiet.run();
        meet.run();
        System.out.println("sum " + IntStream.range(0, 4).map(a::get).sum());
    }

    static void loadedByReferenceRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(4);
        if (s.myPe() == 0) {
            s.p(a, 2, 5, 1); // 1
        } else if (s.myPe() == 1) {
            System.out.println("sum " + IntStream.range(0, 4).map(a::get).sum()); // 2
        }
    }

    private static void together(Runnable task) throws InterruptedException {
        ThreadCases.together(task, task);
    }

    static void functionsOfMapClean(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            Map<String, int[]> counts = new ConcurrentHashMap<>();
            together(() -> {
                counts.computeIfAbsent("one", _ -> {
                    int[] made = new int[4];
                    made[3] = 5;
                    return made;
                });
                counts.compute("one", (_, each) -> {
                    each[0]++;
                    return each;
                });
            });
        }
    }

    static void functionsOfMapThenRacy(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            Map<String, int[]> counts = new ConcurrentHashMap<>();
            CyclicBarrier barrier = new CyclicBarrier(2);
            together(() -> {
                int[] counted = counts.compute("one", (_, each) -> each == null ? new int[1] : each);
                await(barrier);
                counted[0]++; // 1 2
            });
        }
    }

    static void updateOfReferenceClean(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            AtomicReference<int[]> latest = new AtomicReference<>(new int[1]);
            together(() -> {
                for (int i = 0; i < 100; i++) {
                    latest.updateAndGet(each -> {
                        int[] made = each.clone();
                        made[0]++;
                        return made;
                    });
                }
            });
        }
    }

    static void actionOfBarrierClean(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            int[] sums = new int[3];
            AtomicInteger next = new AtomicInteger();
            CyclicBarrier barrier = new CyclicBarrier(2, () -> sums[2] = sums[0] + sums[1]);
            together(() -> {
                int me = next.getAndIncrement();
                sums[me] = 1;
                await(barrier);
                int all = sums[2];
                await(barrier);
                sums[me] += all;
            });
        }
    }

    static void parallelSumInThreadClean(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            Thread thread = new Thread(() -> {
                int[] all = new int[1000];
                for (int i = 0; i < all.length; i++) {
                    all[i] = i;
                }
                int sum = IntStream.range(0, all.length).parallel().map(i -> {
                    all[i] += 1;
                    return all[i];
                }).sum();
                for (int i = 0; i < all.length; i++) {
                    all[i] += sum;
                }
            });
            thread.start();
            thread.join();
        }
    }

    static void threadsAfterParallelSumRacy(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            int[] all = new int[4];
            ThreadCases.together(() -> {
                all[0] = IntStream.range(0, all.length).parallel().map(i -> all[i]).sum(); // 1
            }, () -> {
                all[0] = 2; // 2
            });
        }
    }
}

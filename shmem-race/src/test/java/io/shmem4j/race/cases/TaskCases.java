// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Tasks of executors, futures and parallel streams that use one buffer. Lines of a race are marked by 1 and 2. */
final class TaskCases {
    private TaskCases() {
    }

    static void loopSharesBufferRacy(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            IntStream.range(0, 2).parallel().forEach(i -> {
                if (i == 0) {
                    s.getNbi(buffer, 0, remote, 0, 1, 1); // 1
                    s.quiet();
                } else {
                    System.out.println("buffer " + buffer[0]); // 2
                }
            });
        }
    }

    static void orderedLoopClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            IntStream.range(0, 2).parallel().forEachOrdered(i -> {
                if (i == 0) {
                    s.getNbi(buffer, 0, remote, 0, 1, 1);
                    s.quiet();
                } else {
                    System.out.println("buffer " + buffer[0]);
                }
            });
        }
    }

    static void loopThenUseClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(4);
        int[] buffer = new int[4];
        if (s.myPe() == 0) {
            IntStream.range(0, 4).parallel().forEach(i -> {
                s.getNbi(buffer, i, remote, i, 1, 1);
                s.quiet();
            });
            System.out.println("buffer " + Arrays.toString(buffer));
        }
    }

    static void taskSignalledBeforeGetRacy(Shmem s) throws InterruptedException, ExecutionException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            AtomicInteger begun = new AtomicInteger();
            try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
                Future<?> task = pool.submit(() -> {
                    begun.incrementAndGet();
                    s.getNbi(buffer, 0, remote, 0, 1, 1); // 1
                    s.quiet();
                });
                while (begun.get() < 1) {
                    Thread.onSpinWait();
                }
                System.out.println("buffer " + buffer[0]); // 2
                task.get();
            }
        }
    }

    static void taskAwaitedClean(Shmem s) throws InterruptedException, ExecutionException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            AtomicInteger begun = new AtomicInteger();
            try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
                Future<?> task = pool.submit(() -> {
                    begun.incrementAndGet();
                    s.getNbi(buffer, 0, remote, 0, 1, 1);
                    s.quiet();
                });
                while (begun.get() < 1) {
                    Thread.onSpinWait();
                }
                task.get();
                System.out.println("buffer " + buffer[0]);
            }
        }
    }

    static void otherTaskAwaitedRacy(Shmem s) throws InterruptedException, ExecutionException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
                Future<?> task = pool.submit(() -> s.get(buffer, 0, remote, 0, 1, 1)); // 1
                Future<Integer> other = pool.submit(() -> 5);
                other.get();
                buffer[0] = 3; // 2
                task.get();
            }
        }
    }

    static void invokeAllRacy(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
                Callable<Integer> gets = () -> {
                    s.get(buffer, 0, remote, 0, 1, 1); // 1
                    return 1;
                };
                Callable<Integer> loads = () -> {
                    return buffer[0]; // 2
                };
                pool.invokeAll(List.of(gets, loads));
            }
        }
    }

    static void invokeAllOfOneThreadClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            try (ExecutorService one = Executors.newSingleThreadExecutor()) {
                Callable<Integer> gets = () -> {
                    s.get(buffer, 0, remote, 0, 1, 1);
                    return buffer[0]++;
                };
                one.invokeAll(List.of(gets, gets));
            }
        }
    }

    static void invokeAllThenUseClean(Shmem s) throws InterruptedException {
        SymmetricInts remote = s.allocateInts(2);
        int[] buffer = {1, 2};
        if (s.myPe() == 0) {
            try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
                Callable<Integer> one = () -> {
                    s.get(buffer, 0, remote, 0, 1, 1);
                    return 1;
                };
                Callable<Integer> other = () -> {
                    s.get(buffer, 1, remote, 1, 1, 1);
                    return 1;
                };
                pool.invokeAll(List.of(one, other));
                buffer[1] = buffer[0];
            }
        }
    }

    static void completableChainClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            CompletableFuture.runAsync(() -> s.get(buffer, 0, remote, 0, 1, 1))
                .thenApply(_ -> buffer[0] + 1).thenAccept(each -> buffer[0] = each).join();
            System.out.println("buffer " + buffer[0]);
        }
    }

    static void completablesRacy(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            CompletableFuture<Void> one = CompletableFuture.runAsync(() -> s.get(buffer, 0, remote, 0, 1, 1)); // 1
            CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> {
                return buffer[0]; // 2
            });
            CompletableFuture.allOf(one, two).join();
            System.out.println("buffer " + buffer[0]);
        }
    }

    static void laterCompletableFirstRacy(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            // Its only thread takes the latest of its own tasks first.
            try (ForkJoinPool pool = new ForkJoinPool(1)) {
                pool.execute(() -> {
                    CompletableFuture.runAsync(() -> s.get(buffer, 0, remote, 0, 1, 1), pool); // 1
                    CompletableFuture.runAsync(() -> {
                        buffer[0] = 2; // 2
                    }, pool);
                });
            }
        }
    }

    static void programsOwnExecutorClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            List<Runnable> queue = new ArrayList<>();
            Executor later = queue::add;
            CompletableFuture.runAsync(() -> s.get(buffer, 0, remote, 0, 1, 1), later);
            CompletableFuture.runAsync(() -> {
                buffer[0] = 2;
            }, later);
            queue.forEach(Runnable::run);
        }
    }

    static void joinedByReferenceClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(2);
        int[] buffer = new int[2];
        List<CompletableFuture<Integer>> tasks = IntStream.range(0, 2).mapToObj(i -> CompletableFuture.supplyAsync(
            () -> {
                s.get(buffer, i, remote, i, 1, 1);
                return i;
            })).toList();
        buffer[0] = tasks.stream().map(CompletableFuture::join).mapToInt(Integer::intValue).sum() + buffer[1];
    }

    /** A task that its queue compares. */
    private record Ranked(int rank, Runnable work) implements Runnable, Comparable<Ranked> {
        @Override
        public void run() {
            work.run();
        }

        @Override
        public int compareTo(Ranked other) {
            return Integer.compare(rank, other.rank);
        }
    }

    static void rankedTasksClean(Shmem s) {
        SymmetricInts remote = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            try (ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
                new PriorityBlockingQueue<>())) {
                for (int i = 0; i < 4; i++) {
                    pool.execute(new Ranked(-i, () -> s.get(buffer, 0, remote, 0, 1, 1)));
                }
            }
            System.out.println("buffer " + buffer[0]);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void sneak(Exception e) throws E {
        throw (E) e;
    }

    static void taskFailsClean(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
                Future<?> task = pool.submit(() -> TaskCases.<RuntimeException>sneak(new IOException("expected")));
                task.get();
                throw new IllegalStateException("the task has not failed");
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof IOException)) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    static void oneThreadOfExecutorClean(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        int[] buffer = {1};
        if (s.myPe() == 0) {
            try (ExecutorService one = Executors.newSingleThreadExecutor();
                ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1)) {
                one.execute(() -> a.set(0, 1));
                one.submit(() -> a.set(0, 2));
                CompletableFuture.runAsync(() -> a.set(0, 3), one);
                scheduled.execute(() -> buffer[0]++);
                scheduled.submit(() -> buffer[0] += 2);
            }
        }
    }

    static void twoExecutorsRacy(Shmem s) {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            try (ExecutorService one = Executors.newSingleThreadExecutor();
                ExecutorService other = Executors.newSingleThreadExecutor()) {
                one.execute(() -> a.set(0, 1)); // 1
                other.execute(() -> a.set(0, 2)); // 2
            }
        }
    }

    static void periodicTaskClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            CountDownLatch runs = new CountDownLatch(3);
            try (ScheduledExecutorService two = Executors.newScheduledThreadPool(2)) {
                two.scheduleAtFixedRate(() -> {
                    a.set(0, a.get(0) + 1);
                    runs.countDown();
                }, 0, 1, TimeUnit.MILLISECONDS);
                runs.await();
            }
        }
    }

    static void virtualThreadStartedLaterClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            Thread thread = Thread.ofVirtual().unstarted(() -> a.set(0, 1));
            thread.start();
            thread.join();
            a.set(0, 2);
        }
    }

    static void completedByHandClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            CompletableFuture<Void> given = new CompletableFuture<>();
            ThreadCases.together(() -> {
                a.set(0, 1);
                given.complete(null);
            }, () -> {
                given.join();
                a.set(0, 2);
            });
        }
    }

    static void interruptedClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(2);
        if (s.myPe() == 0) {
            CountDownLatch never = new CountDownLatch(1);
            Thread waits = new Thread(() -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    a.set(0, 2);
                }
            });
            Thread asks = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                a.set(1, 2);
            });
            waits.start();
            asks.start();
            a.fill(1);
            waits.interrupt();
            asks.interrupt();
            waits.join();
            asks.join();
        }
    }

    /** The report of a race gets out of a thread whose channels an interrupt closes. */
    static void interruptedRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            ThreadCases.together(() -> {
                Thread.currentThread().interrupt();
                a.set(0, 1); // 1
            }, () -> {
                Thread.currentThread().interrupt();
                a.set(0, 2); // 2
            });
        }
    }

    static void failureKnownClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            CompletableFuture<Void> fails = CompletableFuture.runAsync(() -> {
                a.set(0, 1);
                throw new IllegalStateException("as expected");
            });
            try {
                fails.get();
            } catch (ExecutionException e) {
                a.set(0, 2);
            }
            CompletableFuture.runAsync(() -> a.set(0, 3)).exceptionally(_ -> null).join();
            a.set(0, 4);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Threads of one PE that meet or share objects of java.util.concurrent. Lines of a race are marked by 1 and 2. */
final class MeetingCases {
    private MeetingCases() {
    }

    /** A lock as the JDK's documentation makes one; its calls name this class. */
    private static final class OwnLock extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    static void ownLockClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            OwnLock lock = new OwnLock();
            Runnable counts = () -> {
                lock.acquire(1);
                a.set(0, a.get(0) + 1);
                lock.release(1);
            };
            ThreadCases.together(counts, counts);
        }
    }

    static void comparedInQueueClean(Shmem s) throws InterruptedException {
        if (s.myPe() == 0) {
            PriorityBlockingQueue<int[]> queue = new PriorityBlockingQueue<>(4, (one, other) -> one[0] - other[0]);
            ThreadCases.together(() -> {
                for (int i = 8; i > 0; i--) {
                    int[] work = {0};
                    work[0] = i;
                    queue.put(work);
                }
            }, () -> {
                for (int taken = 0; taken < 8; taken += queue.poll() == null ? 0 : 1) {
                    Thread.onSpinWait();
                }
            });
        }
    }

    static void halfOfTheMeetingsRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            CyclicBarrier barrier = new CyclicBarrier(2);
            ThreadCases.together(() -> {
                for (int i = 0; i < 4; i++) {
                    a.set(0, i); // 1
                    meet(barrier);
                }
            }, () -> {
                for (int i = 0; i < 4; i++) {
                    meet(barrier);
                    System.out.println("step " + a.get(0)); // 2
                }
            });
        }
    }

    static void actionOfMeetingClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(2);
        if (s.myPe() == 0) {
            CyclicBarrier barrier = new CyclicBarrier(2, () -> a.set(0, a.get(0) + a.get(1)));
            Runnable steps = () -> {
                for (int i = 0; i < 4; i++) {
                    meet(barrier);
                    System.out.println("sum " + a.get(0));
                    meet(barrier);
                }
            };
            ThreadCases.together(steps, steps);
        }
    }

    /** The first of four threads is late at the barrier, so that the second meets the third. */
    static void meetingsOfAnyPairsClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            CountDownLatch first = new CountDownLatch(1);
            CountDownLatch met = new CountDownLatch(1);
            CyclicBarrier barrier = new CyclicBarrier(2) {
                @Override
                public int await() throws InterruptedException, BrokenBarrierException {
                    if (first.getCount() > 0) {
                        first.countDown();
                        met.await();
                    }
                    return super.await();
                }
            };
            ThreadCases.together(() -> meet(barrier), () -> {
                awaits(first);
                a.set(0, 1);
                meet(barrier);
            }, () -> {
                awaits(first);
                meet(barrier);
                System.out.println("met " + a.get(0));
                met.countDown();
            }, () -> {
                awaits(met);
                meet(barrier);
            });
        }
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    static void phasesClean(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(2);
        if (s.myPe() == 0) {
            Phaser phaser = new Phaser(2) {
                @Override
                protected boolean onAdvance(int phase, int parties) {
                    a.set(1, a.get(0));
                    return super.onAdvance(phase, parties);
                }
            };
            ThreadCases.together(() -> {
                a.set(0, 1);
                phaser.arrive();
            }, () -> {
                phaser.arriveAndAwaitAdvance();
                a.fill(2);
            });
        }
    }

    static void phaseAheadRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            Phaser phaser = new Phaser(2);
            ThreadCases.together(() -> {
                phaser.arriveAndAwaitAdvance();
                a.set(0, 1); // 1
                phaser.arrive();
            }, () -> {
                phaser.arriveAndAwaitAdvance();
                System.out.println("phase " + a.get(0)); // 2
                phaser.arrive();
            });
        }
    }

    static void flagOnlyReadRacy(Shmem s) throws InterruptedException {
        SymmetricInts a = s.allocateInts(1);
        if (s.myPe() == 0) {
            AtomicInteger flag = new AtomicInteger();
            ThreadCases.together(() -> {
                a.set(0, 1); // 1
                flag.get();
            }, () -> {
                flag.set(1);
                a.set(0, 2); // 2
            });
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.failing.Operation.Part;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The operations of locks. */
public final class LockOperations implements Supplier<List<Operation>> {
    private static final int POLLS = 50_000;

    /** Takes the lock. */
    private interface Taking {
        boolean take(ShmemLock lock) throws InterruptedException;
    }

    private static final Taking WAITING = lock -> {
        lock.lock();
        return true;
    };

    /** What PE 1 does with the lock while PE 0 calls the operation. */
    private enum Other {
        NOTHING,
        /** Has the lock when PE 0 begins, until that waits. */
        OWNS,
        /** Waits for the lock before PE 0 unlocks it. */
        WAITS,
        /** Another thread of PE 0 has the lock when PE 0 begins. */
        THREAD
    }

    @Override
    public List<Operation> get() {
        Taking interruptibly = lock -> {
            lock.lockInterruptibly();
            return true;
        };
        Taking timed = lock -> lock.tryLock(10, TimeUnit.SECONDS);
        return List.of(row("lock", Other.NOTHING, WAITING, "lock", "unlock"),
            row("lock behind another PE", Other.OWNS, WAITING, "lock"),
            row("lock behind another thread", Other.THREAD, WAITING, "lock"),
            row("unlock for another PE", Other.WAITS, WAITING, "unlock"),
            row("lockInterruptibly", Other.NOTHING, interruptibly, "lockInterruptibly"),
            row("lockInterruptibly behind another PE", Other.OWNS, interruptibly, "lockInterruptibly"),
            row("tryLock", Other.NOTHING, ShmemLock::tryLock, "tryLock"),
            row("tryLock behind another PE", Other.OWNS, ShmemLock::tryLock, "tryLock"),
            row("tryLock with a limit", Other.NOTHING, timed, "tryLock"),
            row("tryLock with a limit behind another PE", Other.OWNS, timed, "tryLock"),
            row("tryLock with a limit behind another thread", Other.THREAD, timed, "tryLock"));
    }

    private static Operation row(String name, Other other, Taking taking, String... methods) {
        return Operation.whole(name, List.of(methods).stream().map("ShmemLock."::concat).toList(), shmem ->
            new Locking(shmem, other, taking));
    }

    /** Adds 1 under the lock, or does not. */
    private static final class Locking extends Part {
        private final Shmem shmem;
        private final SymmetricLongs words;
        private final ShmemLock lock;
        private final Other other;
        private final Taking taking;
        private long inside;
        private Thread helper;

        Locking(Shmem shmem, Other other, Taking taking) {
            this.shmem = shmem;
            this.words = shmem.allocateLongs(2);
            this.lock = words.lock(0);
            this.other = other;
            this.taking = taking;
        }

        @Override
        public void before() throws InterruptedException {
            if (other == Other.OWNS && shmem.myPe() == 1) {
                lock.lock();
            } else if (other == Other.WAITS && shmem.myPe() == 0) {
                lock.lock();
            } else if (other == Other.THREAD && shmem.myPe() == 0) {
                shmem.p(words, 1, 0, 0);
                helper = new Thread(() -> {
                    lock.lock();
                    shmem.p(words, 1, 1, 0);
                    while (shmem.atomicFetch(words, 1, 0) == 1 && !Sweep.called()) {
                        Thread.onSpinWait();
                    }
                    lock.unlock();
                });
                helper.start();
                while (shmem.g(words, 1, 0) == 0) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public void call() throws InterruptedException {
            if (other == Other.WAITS) {
                try {
                    while (!isQueued(1)) {
                        Thread.onSpinWait();
                    }
                } finally {
                    lock.unlock();
                }
                return;
            }
            // Lets the other thread unlock.
            shmem.p(words, 1, 0, 0);
            if (taking.take(lock)) {
                try {
                    inside++;
                } finally {
                    lock.unlock();
                }
            }
        }

        /** {@return whether a PE is the last one in the queue, or in that of a fault-tolerant job at all} */
        private boolean isQueued(int pe) {
            return (int) shmem.g(words, 0, 0) == pe + 1 || (int) shmem.g(words, 0, 1) == pe + 1
                || (int) shmem.g(words, 0, pe) < 0;
        }

        @Override
        public void meanwhile() {
            if (other == Other.OWNS) {
                // A PE that polls is in no queue.
                for (int i = 0; i < POLLS && !isQueued(0) && !Sweep.called(); i++) {
                    Thread.onSpinWait();
                }
                lock.unlock();
            } else if (other == Other.WAITS) {
                lock.lock();
                lock.unlock();
            }
        }

        @Override
        public void tidy(Throwable thrown) {
            if (other == Other.WAITS) {
                try {
                    lock.unlock();
                } catch (IllegalStateException e) {
                    // The call has unlocked it.
                }
            }
        }

        @Override
        public void check(Throwable thrown) throws InterruptedException {
            if (helper != null) {
                helper.join();
            }
            // A lock that is lost hangs here.
            lock.lock();
            lock.unlock();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.AllocationHint;
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.SymmetricMismatchException;

/** Programs with one mistake each, named by the first argument; PE 1 makes it where only one PE does. */
public final class Misuse {
    private Misuse() {
    }

    public static void main(String[] args) {
        switch (args[0]) {
            case "before init" -> Shmem.current();
            case "after finish" -> {
                Shmem shmem = Shmem.init();
                shmem.finish();
                shmem.barrierAll();
            }
            case "after close" -> {
                Shmem shmem = Shmem.init();
                SymmetricLongs x = shmem.allocateLongs(1);
                shmem.close();
                shmem.p(x, 0, 1, 0);
            }
            case "exit in session" -> exitInSession();
            default -> {
                try (Shmem shmem = Shmem.init()) {
                    inSession(args[0], shmem, shmem.myPe() == 1);
                }
            }
        }
    }

    /** PE 1 leaves without finish while the others wait for it. */
    private static void exitInSession() {
        Shmem shmem = Shmem.init();
        if (shmem.myPe() != 1) {
            shmem.barrierAll();
        }
    }

    private static void inSession(String mistake, Shmem shmem, boolean wrong) {
        SymmetricLongs x = shmem.allocateLongs(10).named("ten longs");
        switch (mistake) {
            case "index" -> waitUnless(shmem, wrong, () -> shmem.g(x, 10, 0));
            case "exhausted" -> shmem.allocateLongs(1L << 40);
            case "in a thread" -> {
                Thread thread = new Thread(() -> shmem.p(x, -1, 1, 0), "worker");
                thread.start();
                shmem.allocateSignal().waitUntil(Cmp.EQ, 1);
            }
            case "while others wait for a variable" -> {
                if (wrong) {
                    throw new IllegalStateException("broken on purpose");
                }
                x.waitUntil(0, Cmp.NE, 0);
            }
            case "while others wait for a lock" -> {
                ShmemLock lock = shmem.allocateLock();
                if (wrong) {
                    lock.lock();
                }
                shmem.barrierAll();
                if (wrong) {
                    throw new IllegalStateException("broken on purpose");
                }
                lock.lock();
            }
            default -> different(mistake, shmem, x, wrong);
        }
    }

    /** PE 1 makes other collective calls than the others. */
    private static void different(String mistake, Shmem shmem, SymmetricLongs x, boolean wrong) {
        switch (mistake) {
            case "sizes" -> allocate(shmem, wrong ? 20 : 30);
            case "hints" -> allocateHinted(shmem, wrong);
            case "allocate or barrier" -> {
                if (wrong) {
                    shmem.barrierAll();
                    shmem.barrierAll();
                } else {
                    shmem.allocateLongs(5);
                    shmem.allocateLongs(5);
                }
            }
            case "caught, one is in a barrier" -> caught(() -> {
                if (wrong) {
                    shmem.barrierAll();
                } else {
                    allocate(shmem, 30);
                }
            });
            case "caught, one frees" -> caught(() -> {
                if (wrong) {
                    x.free();
                } else {
                    shmem.barrierAll();
                }
            });
            case "one allocates more" -> {
                if (wrong) {
                    shmem.allocateLongs(5);
                }
            }
            case "one waits in a barrier" -> {
                if (wrong) {
                    shmem.barrierAll();
                }
            }
            default -> throw new IllegalArgumentException(mistake);
        }
    }

    private static void caught(Runnable mistake) {
        try {
            mistake.run();
        } catch (SymmetricMismatchException e) {
            // A program may go on where all PEs know.
            return;
        }
    }

    private static void waitUnless(Shmem shmem, boolean wrong, Runnable mistake) {
        if (wrong) {
            mistake.run();
        }
        shmem.barrierAll();
    }

    private static void allocate(Shmem shmem, long length) {
        shmem.allocateLongs(length);
    }

    private static void allocateHinted(Shmem shmem, boolean hint) {
        if (hint) {
            shmem.allocateLongs(10, AllocationHint.ATOMICS_REMOTE);
        } else {
            shmem.allocateLongs(10);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.concurrent.CompletableFuture;

/** A user's program: every kind of call once, results checked, then what the first argument says. */
public final class Traffic {
    private static int calls;

    private Traffic() {
    }

    public static void main(String[] args) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            calls++;
            int me = shmem.myPe();
            int n = shmem.nPes();
            SymmetricLongs cells = shmem.allocateLongs(1000);
            SymmetricLongs total = shmem.allocateLongs(1);
            SymmetricInts flag = shmem.allocateInts(1);
            ShmemLock lock = shmem.allocateLock();
            long[] mine = new long[1000];
            for (int i = 0; i < mine.length; i++) {
                mine[i] = 1000L * me + i;
            }
            int right = (me + 1) % n;
            shmem.put(cells, 0, mine, 0, 1000, right);
            shmem.fence();
            shmem.p(flag, 0, 1, right);
            flag.waitUntil(0, Cmp.EQ, 1);
            int left = (me + n - 1) % n;
            require(cells.get(999) == 1000L * left + 999, "the put has not arrived before its flag");
            lock.lock();
            shmem.p(total, 0, shmem.g(total, 0, 0) + me, 0);
            shmem.quiet();
            lock.unlock();
            VirtualTime.work(shmem, WorkKind.SCALAR, 100L * me);
            shmem.barrierAll();
            require(shmem.g(total, 0, 0) == (long) n * (n - 1) / 2, "the lock did not exclude");
            require(right == me || shmem.ptr(cells, right) == null, "a pointer would escape the simulation");
            require(calls == (args.length > 1 ? n : 1), calls + " PEs share a static field");
            shmem.barrierAll();
            System.out.println("PE " + me + " ends at " + shmem.time());
            end(shmem, args.length == 0 ? "" : args[0]);
        }
    }

    private static void end(Shmem shmem, String how) throws Exception {
        switch (how) {
            case "deadlock" -> {
                if (shmem.myPe() != 1) {
                    shmem.barrierAll();
                }
            }
            case "interrupt" -> {
                Thread.currentThread().interrupt();
                shmem.barrierAll();
                require(Thread.interrupted(), "the interrupt is lost");
            }
            case "throw" -> {
                if (shmem.myPe() == 1) {
                    throw new java.io.IOException("from PE 1");
                }
                shmem.barrierAll();
            }
            case "exit" -> {
                if (shmem.myPe() == 1) {
                    shmem.globalExit(7);
                }
                shmem.barrierAll();
            }
            case "thread" -> {
                Thread thread = Thread.ofPlatform().start(() -> shmem.g(shmem.allocateLongs(1), 0, 0));
                thread.join();
            }
            case "lost" -> {
                SymmetricLongs mine = shmem.allocateLongs(1);
                CompletableFuture<Void> done = new CompletableFuture<>();
                // Nobody looks at the task's own future, which alone has what the task throws.
                CompletableFuture.runAsync(() -> {
                    shmem.p(mine, 0, 1, 0);
                    done.complete(null);
                });
                done.join();
            }
            default -> shmem.barrierAll();
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}

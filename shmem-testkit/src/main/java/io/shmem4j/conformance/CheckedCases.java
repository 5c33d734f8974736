// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.ContextOption;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.ThreadLevel;
import io.shmem4j.error.SymmetricMismatchException;
import io.shmem4j.error.WaitTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Mistakes that only the highest level of checking finds; run on request, with {@code SHMEM_CHECK=2}. */
public final class CheckedCases {
    private static final String DISAGREE = "disagree in a collective";

    private static void inOtherThread(Trial t, Trial.Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (Exception e) {
                t.fail("the other thread threw " + e);
            }
        }, "other");
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Case(pes = 2)
    public void counts(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        SymmetricLongs sum = t.shmem.allocateLongs(8);
        Team team = t.shmem.world();
        t.fails(SymmetricMismatchException.class, () -> team.sumReduce(sum, x, t.me == 1 ? 4 : 8), DISAGREE,
            "sumReduce called at", "sumReduce of", "8 elements", "4 elements", "CheckedCases.java", "PE 1");
        t.fails(SymmetricMismatchException.class, () -> team.broadcast(sum, x, t.me == 1 ? 4 : 8, 0), DISAGREE);
        t.fails(SymmetricMismatchException.class, () -> team.alltoall(sum, x, t.me == 1 ? 0 : 1), DISAGREE);
        // All members are in step again after a report.
        x.fill(1);
        team.sumReduce(sum, x, 8);
        t.equal(t.n, sum.get(7), "sum after the reports");
    }

    @Case(pes = 2)
    public void roots(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        SymmetricLongs to = t.shmem.allocateLongs(8);
        t.fails(SymmetricMismatchException.class, () -> t.shmem.world().broadcast(to, x, 8, t.me == 0 ? 1 : 0),
            DISAGREE, "root 0", "root 1");
    }

    @Case(pes = 2)
    public void typesAndOperators(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        SymmetricLongs to = t.shmem.allocateLongs(8);
        SymmetricInts y = t.shmem.allocateInts(8);
        Team team = t.shmem.world();
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.sumReduce(y, y, 8)
            : () -> team.sumReduce(to, x, 8), DISAGREE, "SymmetricInts", "SymmetricLongs");
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.maxReduce(to, x, 8)
            : () -> team.umaxReduce(to, x, 8), DISAGREE, "operator MAX", "operator UMAX");
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.sumReduce(1)
            : () -> team.sumReduce(1L), DISAGREE, "sumReduce called at", "of one int", "of one long");
        t.fails(SymmetricMismatchException.class, () -> team.broadcast(1.5, t.me == 0 ? 1 : 0), DISAGREE,
            "of one double, root 0", "of one double, root 1");
    }

    @Case(pes = 2)
    public void routines(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        SymmetricLongs to = t.shmem.allocateLongs(8);
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> t.shmem.barrierAll()
            : () -> t.shmem.world().broadcast(to, x, 8, 0), DISAGREE, "barrierAll at", "broadcast");
    }

    @Case(pes = 2)
    public void objects(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        SymmetricLongs to = t.shmem.allocateLongs(8);
        t.fails(SymmetricMismatchException.class, () -> t.shmem.world().sumReduce(to, t.me == 0 ? x : to, 8), DISAGREE,
            "heap offset");
    }

    @Case(pes = 2)
    public void splits(Trial t) {
        Team team = t.shmem.world();
        t.fails(SymmetricMismatchException.class, () -> team.splitStrided(0, 1, t.me == 0 ? 1 : 2), DISAGREE, "size 2");
        t.fails(SymmetricMismatchException.class, () -> team.split2d(t.me == 0 ? 1 : 2), DISAGREE, "rows of 2");
        t.fails(SymmetricMismatchException.class, () -> team.of(t.me == 0 ? 0 : 1), DISAGREE, "Team.of, PEs [1]");
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.split(0, 0) : () -> team.split2d(1), DISAGREE,
            ": split at", "split2d, rows of 1");
    }

    /** Each collective has a name of its own. */
    @Case(pes = 2)
    public void likeCollectives(Trial t) {
        Team team = t.shmem.world();
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        SymmetricLongs to = t.shmem.allocateLongs(t.n);
        long[] counts = new long[t.n];
        counts[0] = 1;
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.gather(to, x, 1, 0)
            : () -> team.fcollect(to, x, 1), DISAGREE, ": gather of SymmetricLongs", ": fcollect of SymmetricLongs");
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.scatter(to, x, 1, 0)
            : () -> team.alltoall(to, x, 1), DISAGREE, ": scatter of SymmetricLongs", ": alltoall of SymmetricLongs");
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> team.alltoallv(to, x, counts)
            : () -> team.alltoall(to, x, 1), DISAGREE, ": alltoallv of", ": alltoall of");
    }

    /** Objects of one size are no better than objects of different sizes. */
    @Case(pes = 2)
    public void typesOfAllocations(Trial t) {
        t.fails(SymmetricMismatchException.class, t.me == 0 ? () -> t.shmem.allocateDoubles(4)
            : () -> t.shmem.allocateLongs(4), "PE " + t.me, "SymmetricDoubles", "SymmetricLongs");
        SymmetricLongs next = t.shmem.allocateLongs(1);
        t.shmem.p(next, 0, 5L, t.right);
        t.shmem.barrierAll();
        t.equal(5, next.get(0), "what was put into the next object");
        if (t.me == 0) {
            t.shmem.allocateInts(0);
        }
        t.shmem.world().sumReduce(next, t.shmem.allocateLongs(1), 1);
    }

    /** One thread of PE 0 waits in a collective; a second thread that enters one of the same team is refused. */
    @Case(pes = 2)
    public void twoCollectivesAtOnce(Trial t) throws InterruptedException {
        Team team = t.shmem.world().splitStrided(0, 1, t.n);
        SymmetricInts go = t.shmem.allocateInts(1);
        if (t.me == 1) {
            // Enters only after the second thread of PE 0 has been refused, so that PE 0 cannot get ahead.
            go.waitUntil(0, Cmp.EQ, 1);
        }
        if (t.me == 0) {
            Thread[] rivals = new Thread[2];
            CountDownLatch refused = new CountDownLatch(1);
            for (int i = 0; i < rivals.length; i++) {
                rivals[i] = new Thread(() -> {
                    try {
                        team.sync();
                    } catch (IllegalStateException e) {
                        t.holds(e.getMessage().contains("one at a time"), e.getMessage());
                        refused.countDown();
                    }
                }, "rival " + i);
                rivals[i].start();
            }
            refused.await();
            t.shmem.atomicSet(go, 0, 1, 1);
            rivals[0].join();
            rivals[1].join();
        } else {
            team.sync();
        }
    }

    @Case
    public void privateContext(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        Context mine = t.shmem.createContext(ContextOption.PRIVATE);
        mine.p(x, 0, 1L, t.me);
        inOtherThread(t, () -> {
            t.fails(IllegalStateException.class, () -> mine.p(x, 0, 2L, t.me), "p called", "private to thread",
                "\"other\"", "CheckedCases.privateContext");
            t.fails(IllegalStateException.class, mine::quiet, "private to thread");
            t.fails(IllegalStateException.class, mine::close, "private to thread");
        });
        t.equal(1, x.get(0), "what the owner stored");
        mine.close();
    }

    @Case
    public void poisonedGet(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        x.fill(5);
        t.shmem.barrierAll();
        long[] target = new long[4];
        t.shmem.getNbi(target, 1, x, 0, 2, t.right);
        t.equal(0xDBDBDBDBDBDBDBDBL, target[1], "the target before quiet");
        t.shmem.quiet();
        t.equal(new long[] {0, 5, 5, 0}, target, "the target after quiet");
        t.shmem.getNbi(target, 0, x, 0, 1, t.right);
        target[0] = 0;
        t.fails(IllegalStateException.class, t.shmem::quiet, "getNbi", "in use until", "CheckedCases.poisonedGet");
        int[] old = new int[1];
        SymmetricInts y = t.shmem.allocateInts(1);
        t.shmem.fetchAddNbi(old, 0, y, 0, 3, t.me);
        t.equal(0xDBDBDBDB, old[0], "the result before quiet");
        t.shmem.peQuiet(t.me);
        t.equal(0, old[0], "the result after quiet");
        t.shmem.barrierAll();
    }

    @Case
    public void changedSource(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        long[] source = {1, 2, 3, 4};
        t.shmem.putNbi(x, 0, source, 0, 4, t.right);
        t.shmem.quiet();
        source[0] = 9;
        t.shmem.putNbi(x, 0, source, 1, 3, t.right);
        source[0] = 8;
        t.shmem.quiet();
        t.shmem.putNbi(x, 0, source, 0, 4, t.right);
        source[3] = 7;
        t.fails(IllegalStateException.class, t.shmem::barrierAll, "putNbi", "in use until");
        t.shmem.barrierAll();
    }

    @Case
    public void localOverlap(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(8);
        t.fails(IllegalArgumentException.class, () -> t.shmem.put(x, 1, x, 0, 4, t.me), "overlap", "put called");
        t.fails(IllegalArgumentException.class, () -> t.shmem.get(x, 0, x, 3, 4, t.me), "overlap", "get called");
        t.shmem.put(x, 4, x, 0, 4, t.me);
        t.shmem.barrierAll();
    }

    @Case
    public void funneled(Trial t) {
        t.shmem.finish();
        Shmem shmem = Shmem.init(ThreadLevel.FUNNELED);
        SymmetricLongs x = shmem.allocateLongs(1);
        inOtherThread(t, () -> {
            t.fails(IllegalStateException.class, () -> shmem.p(x, 0, 1L, t.me), "FUNNELED", "p called", "\"other\"");
            t.fails(IllegalStateException.class, shmem::quiet, "FUNNELED");
            t.fails(IllegalStateException.class, shmem::finish, "initialised it");
        });
        shmem.p(x, 0, 2L, t.me);
        t.equal(2, x.get(0), "what the right thread stored");
    }

    @Case
    public void serialized(Trial t) throws InterruptedException {
        t.shmem.finish();
        Shmem shmem = Shmem.init(ThreadLevel.SERIALIZED);
        SymmetricLongs x = shmem.allocateLongs(2);
        inOtherThread(t, () -> shmem.p(x, 0, 2L, t.me));
        // The second of the two is refused, the other one never is; which one it is, is open.
        AtomicReference<String> refused = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                x.waitUntil(0, Cmp.EQ, 3);
            } catch (IllegalStateException e) {
                refused.set(e.getMessage());
            }
        }, "waiting");
        waiting.start();
        while (refused.get() == null) {
            try {
                shmem.p(x, 1, 1L, t.me);
            } catch (IllegalStateException e) {
                refused.set(e.getMessage());
            }
        }
        t.holds(refused.get().contains("initialised for SERIALIZED threads") && refused.get().contains("\"waiting\"")
            && refused.get().contains("inside the library at the same time"), refused.get());
        x.set(0, 3);
        waiting.join();
        shmem.barrierAll();
    }

    /** A wait that a limit has cut has ended: the next thread may enter. */
    @Case
    public void serializedAfterALimit(Trial t) throws InterruptedException {
        t.shmem.finish();
        Shmem shmem = Shmem.init(ThreadLevel.SERIALIZED);
        SymmetricLongs x = shmem.allocateLongs(1);
        ShmemLock lock = shmem.allocateLock();
        if (t.me == 0) {
            lock.lock();
        }
        shmem.barrierAll();
        Duration soon = Duration.ofMillis(1);
        t.fails(WaitTimeoutException.class, () -> shmem.within(soon, () -> x.waitUntil(0, Cmp.EQ, 1)));
        inOtherThread(t, () -> shmem.p(x, 0, 0L, t.me));
        t.holds(t.me == 0 || !lock.tryLock(1, TimeUnit.MILLISECONDS), "PE 0 has the lock");
        inOtherThread(t, () -> shmem.p(x, 0, 0L, t.me));
        shmem.barrierAll();
        if (t.me == 0) {
            lock.unlock();
        }
        shmem.barrierAll();
    }
}

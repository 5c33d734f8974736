// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;
import java.util.ArrayList;
import java.util.List;

/**
 * Non-blocking collectives: right results, several at once and on several teams, and no start waits for a late member.
 */
public final class NonBlockingCases {
    /** More than the memory that a reduction copies through. */
    private static final int COUNT = 600;
    private static final int PART = 12;

    private static SymmetricLongs filled(Trial t, int length, long seed) {
        SymmetricLongs array = t.shmem.allocateLongs(length);
        for (int i = 0; i < length; i++) {
            array.set(i, seed + t.me * 10_000L + i);
        }
        return array;
    }

    @Case
    public void everyCollective(Trial t) {
        NonBlocking nonBlocking = NonBlocking.allocate(t.shmem);
        NonBlockingTeam world = nonBlocking.on(t.shmem.world(), 2);
        SymmetricLongs source = filled(t, Math.max(COUNT, PART * t.n), 7);
        SymmetricLongs spread = t.shmem.allocateLongs(COUNT);
        SymmetricLongs gathered = t.shmem.allocateLongs((long) PART * t.n);
        SymmetricLongs exchanged = t.shmem.allocateLongs((long) PART * t.n);
        SymmetricLongs sum = t.shmem.allocateLongs(COUNT);
        SymmetricLongs least = t.shmem.allocateLongs(COUNT);
        // Each waits for the last but one; only two may be pending.
        world.broadcast(spread, source, COUNT, t.n - 1);
        world.fcollect(gathered, source, PART);
        world.alltoall(exchanged, source, PART);
        world.sumReduce(sum, source, COUNT);
        Pending last = world.minReduce(least, source, COUNT);
        Pending barrier = world.barrier();
        last.await();
        barrier.await();
        int i = COUNT - 1;
        t.equal(7 + (t.n - 1) * 10_000L + i, spread.get(i), "broadcast");
        for (int pe = 0; pe < t.n; pe++) {
            long end = (pe + 1L) * PART - 1;
            t.equal(7 + pe * 10_000L + PART - 1, gathered.get(end), "fcollect of PE " + pe);
            t.equal(7 + pe * 10_000L + (t.me + 1L) * PART - 1, exchanged.get(end), "alltoall of PE " + pe);
        }
        t.equal(t.n * (7L + i) + 10_000L * t.n * (t.n - 1) / 2, sum.get(i), "sum");
        t.equal(7L + i, least.get(i), "least");
        world.free();
        nonBlocking.free();
    }

    /** Completed in the reverse order of their starts, many times over. */
    @Case
    public void severalAtOnce(Trial t) {
        NonBlocking nonBlocking = NonBlocking.allocate(t.shmem);
        NonBlockingTeam world = nonBlocking.on(t.shmem.world(), 4);
        SymmetricDoubles source = t.shmem.allocateDoubles(4);
        SymmetricDoubles sums = t.shmem.allocateDoubles(4);
        for (int round = 0; round < t.rounds(200); round++) {
            List<Pending> all = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                source.set(k, round + k * 0.5 + t.me);
                all.add(world.sumReduce(sums.slice(k, 1), source.slice(k, 1), 1));
            }
            for (int k = 3; k >= 0; k--) {
                all.get(k).await();
                t.holds(all.get(k).test(), "what was waited for is complete");
                t.equal(t.n * (round + k * 0.5) + t.n * (t.n - 1) / 2, sums.get(k), "sum " + k + " of " + round);
            }
        }
    }

    /** A PE that has started continues while the last one has not begun; afterwards tests suffice to complete. */
    @Case
    public void nobodyWaitsForALateMember(Trial t) {
        NonBlocking nonBlocking = NonBlocking.allocate(t.shmem);
        NonBlockingTeam world = nonBlocking.on(t.shmem.world(), 3);
        Signal go = t.shmem.allocateSignal();
        SymmetricInts source = t.shmem.allocateInts(1);
        SymmetricInts sum = t.shmem.allocateInts(1);
        SymmetricInts all = t.shmem.allocateInts(t.n);
        source.set(0, t.me + 1);
        int late = t.n - 1;
        if (t.me == late) {
            go.waitUntil(Cmp.GE, late);
        }
        Pending first = world.sumReduce(sum, source, 1);
        Pending second = world.fcollect(all, source, 1);
        Pending barrier = world.barrier();
        if (t.me != late) {
            t.holds(!first.test() && !second.test() && !barrier.test(), "nothing is complete without PE " + late);
            t.shmem.signalAdd(go, 1, late);
        }
        t.until(() -> barrier.test() & second.test() & first.test());
        t.equal(t.n * (t.n + 1) / 2, sum.get(0), "sum");
        t.equal(t.n, all.get(late), "element of the late PE");
    }

    /** A PE waits on one team while another team needs it. */
    @Case
    public void teamsWorkForEachOther(Trial t) {
        Team world = t.shmem.world();
        Team first = world.splitStrided(0, 2, (t.n + 1) / 2);
        NonBlocking nonBlocking = NonBlocking.allocate(t.shmem);
        NonBlockingTeam wide = nonBlocking.on(world, 1);
        NonBlockingTeam narrow = nonBlocking.on(first, 1);
        SymmetricLongs source = filled(t, 1, 1);
        SymmetricLongs wideSum = t.shmem.allocateLongs(1);
        SymmetricLongs narrowSum = t.shmem.allocateLongs(1);
        Pending onAll = wide.sumReduce(wideSum, source, 1);
        if (first.isMember()) {
            Pending onSome = narrow.sumReduce(narrowSum, source, 1);
            // Even and odd members of the half wait in different orders.
            (first.myPe() % 2 == 0 ? onAll : onSome).await();
            (first.myPe() % 2 == 0 ? onSome : onAll).await();
            int m = first.nPes();
            t.equal(m + 10_000L * m * (m - 1), narrowSum.get(0), "sum of the even PEs");
        } else {
            t.fails(IllegalStateException.class, () -> narrow.sumReduce(narrowSum, source, 1), "not a member");
            t.fails(IllegalStateException.class, () -> narrow.broadcast(narrowSum, source, 1, 0), "not a member");
            t.fails(IllegalStateException.class, () -> narrow.fcollect(narrowSum, source, 1), "not a member");
            t.fails(IllegalStateException.class, () -> narrow.alltoall(narrowSum, source, 1), "not a member");
        }
        onAll.await();
        t.equal(t.n + 10_000L * t.n * (t.n - 1) / 2, wideSum.get(0), "sum of all");
    }

    /** PE 0 has started a sum and waits for the last PE, which completes its part first, for which it needs PE 0. */
    @Case
    public void everyWaitAdvancesCollectives(Trial t) {
        NonBlockingTeam world = NonBlocking.allocate(t.shmem).on(t.shmem.world(), 1);
        SymmetricLongs source = filled(t, COUNT, 7);
        SymmetricLongs sum = t.shmem.allocateLongs(COUNT);
        SymmetricLongs words = t.shmem.allocateLongs(2);
        ShmemLock lock = words.lock(1);
        int last = t.n - 1;
        Team pair = t.shmem.world().splitStrided(0, Math.max(1, last), Math.min(2, t.n));
        Runnable unlock = () -> {
            if (t.me != last) {
                lock.lock();
            }
            lock.unlock();
        };
        List<Runnable> ends = List.of(() -> pair.sync(), () -> pair.sumReduce(1L), unlock, () -> {
            if (t.me == last) {
                t.shmem.p(words, 0, 1, 0);
            } else {
                words.waitUntil(0, Cmp.EQ, 1);
            }
        });
        for (Runnable end : ends) {
            boolean locks = end == unlock && t.me == last;
            if (locks) {
                lock.lock();
            }
            t.shmem.barrierAll();
            Pending pending = world.sumReduce(sum, source, COUNT);
            if (t.me == 0 && last > 0) {
                end.run();
                pending.await();
            } else {
                pending.await();
                if (t.me == last && (last > 0 || locks)) {
                    end.run();
                }
            }
            t.equal(t.n * (7L + COUNT - 1) + 10_000L * t.n * (t.n - 1) / 2, sum.get(COUNT - 1), "sum");
            t.shmem.barrierAll();
        }
    }

    /** A call with a freed object has begun nothing, so the next one works. */
    @Case
    public void aFreedObjectBeginsNothing(Trial t) {
        NonBlockingTeam world = NonBlocking.allocate(t.shmem).on(t.shmem.world(), 1);
        SymmetricLongs source = filled(t, 1, 1);
        SymmetricLongs sum = t.shmem.allocateLongs(1);
        SymmetricLongs freed = t.shmem.allocateLongs(1);
        freed.free();
        t.fails(FreedObjectException.class, () -> world.sumReduce(sum, freed, 1), "was freed at");
        t.fails(FreedObjectException.class, () -> world.fcollect(freed, source, 1), "was freed at");
        world.sumReduce(sum, source, 1).await();
        t.equal(t.n + 10_000L * t.n * (t.n - 1) / 2, sum.get(0), "sum of all");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.ArrayList;
import java.util.List;

/** Calls for the training of a start-up cache: all common routines by every algorithm. All PEs make the same calls. */
final class CommonCalls {
    private static final int SHORT = 2;
    private static final int LONG = 16 << 10;

    private final Shmem shmem;
    private final int next;
    private final SymmetricInts ints;
    private final SymmetricInts otherInts;
    private final SymmetricLongs longs;
    private final SymmetricLongs otherLongs;
    private final SymmetricDoubles doubles;
    private final SymmetricDoubles otherDoubles;
    private final Signal signal;
    private final ShmemLock lock;
    private final List<Team> teams = new ArrayList<>();
    private long signals;

    CommonCalls(Shmem shmem) {
        this.shmem = shmem;
        this.next = (shmem.myPe() + 1) % shmem.nPes();
        this.ints = shmem.allocateInts((long) LONG * shmem.nPes());
        this.otherInts = shmem.allocateInts((long) LONG * shmem.nPes());
        this.longs = shmem.allocateLongs((long) LONG * shmem.nPes());
        this.otherLongs = shmem.allocateLongs((long) LONG * shmem.nPes());
        this.doubles = shmem.allocateDoubles((long) LONG * shmem.nPes());
        this.otherDoubles = shmem.allocateDoubles((long) LONG * shmem.nPes());
        this.signal = shmem.allocateSignal();
        this.lock = shmem.allocateLock();
        views();
    }

    /** Creates views of the world that select each algorithm in turn. */
    private void views() {
        CollectiveOptions plain = CollectiveOptions.environment();
        teams.add(shmem.world());
        for (ReduceAlgorithm algorithm : ReduceAlgorithm.values()) {
            teams.add(shmem.world().using(plain.withReduce(algorithm)));
            teams.add(shmem.world().using(plain.withReduce(algorithm).withTransfer(Transfer.PUTGET)));
        }
        for (int i = 0; i < BroadcastAlgorithm.values().length; i++) {
            teams.add(shmem.world().using(plain.withBroadcast(BroadcastAlgorithm.values()[i])
                .withBarrier(of(BarrierAlgorithm.values(), i)).withCollect(of(CollectAlgorithm.values(), i))
                .withAlltoall(of(AlltoallAlgorithm.values(), i)).withScan(of(ScanAlgorithm.values(), i))));
        }
    }

    private static <T> T of(T[] values, int index) {
        return values[index % values.length];
    }

    void run(int rounds) {
        for (int i = 0; i < rounds; i++) {
            remote(i);
            for (Team team : teams) {
                collectives(team, SHORT);
            }
            if (i % 16 == 0) {
                for (Team team : teams) {
                    collectives(team, LONG);
                }
            }
            shmem.barrierAll();
        }
    }

    private void remote(int round) {
        shmem.p(longs, 0, round, next);
        shmem.p(ints, 0, round, next);
        shmem.p(doubles, 0, round, next);
        long[] some = {shmem.g(longs, 1, next), shmem.g(ints, 1, next), round};
        shmem.put(longs, 0, some, 0, some.length, next);
        shmem.put(longs, 0, otherLongs, 0, LONG, next);
        shmem.put(doubles, 0, otherDoubles, 0, 1, next);
        shmem.put(ints, 0, otherInts, 0, LONG, next);
        shmem.quiet();
        shmem.get(some, 0, longs, 0, some.length, next);
        shmem.get(otherLongs, 0, longs, 0, LONG, next);
        shmem.get(otherDoubles, 0, doubles, 0, LONG, next);
        shmem.fence();
        shmem.putNbi(longs, 0, otherLongs, 0, 1, next);
        shmem.getNbi(otherLongs, 0, longs, 0, 1, next);
        shmem.quiet();
        shmem.add(longs, 2, 1L, next);
        shmem.fetchAdd(longs, 2, 1L, next);
        shmem.inc(ints, 2, next);
        shmem.fetchInc(longs, 3, next);
        shmem.compareSwap(longs, 2, 0L, 1L, next);
        shmem.swap(longs, 2, 0L, next);
        shmem.atomicFetch(longs, 2, next);
        shmem.atomicSet(longs, 2, 0L, next);
        shmem.putSignal(longs, 4, some, 0, 1, signal, 1, SignalOp.ADD, next);
        signals++;
        signal.waitUntil(Cmp.GE, signals);
        shmem.p(otherInts, 1, round + 1, next);
        otherInts.waitUntil(1, Cmp.GE, round + 1);
        lock.lock();
        lock.unlock();
    }

    private void collectives(Team team, int count) {
        team.sync();
        team.sumReduce(otherInts, ints, count);
        team.sumReduce(otherLongs, longs, count);
        team.sumReduce(otherDoubles, doubles, count);
        team.maxReduce(otherDoubles, doubles, count);
        team.maxReduce(otherLongs, longs, count);
        team.broadcast(otherLongs, longs, count, 0);
        team.broadcast(otherDoubles, doubles, count, 0);
        team.fcollect(otherLongs, longs, count);
        team.collect(otherInts, ints, count);
        team.alltoall(otherLongs, longs, count);
        team.alltoall(otherInts, ints, count);
        team.sumInscan(otherLongs, longs, count);
        shmem.barrierAll();
        shmem.syncAll();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.MayRace;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Litmus tests of the ordering table, between processes and for many rounds: PE 2k works with PE 2k+1. */
public final class OrderingCases {
    private static final int DATA = 16;
    private static final int ROUNDS = 10_000;

    /** How the writer sends round number i: data, something that orders, a flag. */
    private interface Sender {
        void send(SymmetricLongs data, int i, int reader);
    }

    /** How the reader finds the flag of round i. */
    private interface Flag {
        void await(int i);
    }

    private static int partner(Trial t) {
        return (t.me ^ 1) < t.n ? t.me ^ 1 : t.me;
    }

    /**
     * Message passing: the even PE sends. The odd PE waits for the flag, must find all data of this round, and then
     * releases the even PE.
     */
    private static void messages(Trial t, Sender sender, Flag flag) {
        SymmetricLongs data = t.shmem.allocateLongs(DATA);
        SymmetricLongs turn = t.shmem.allocateLongs(1);
        int partner = partner(t);
        t.shmem.barrierAll();
        for (int i = 1; partner != t.me && i <= t.rounds(ROUNDS); i++) {
            if (t.me % 2 == 0) {
                sender.send(data, i, partner);
                turn.waitUntil(0, Cmp.EQ, i);
            } else {
                flag.await(i);
                for (int k = DATA - 1; k >= 0; k--) {
                    t.equal(i, data.get(k), "data " + k + " behind the flag of round " + i);
                }
                t.shmem.atomicSet(turn, 0, i, partner);
            }
        }
        t.shmem.barrierAll();
    }

    private static long[] filled(long value) {
        long[] array = new long[DATA];
        Arrays.fill(array, value);
        return array;
    }

    @Case(pes = 2)
    public void putFenceAtomicFlag(Trial t) {
        SymmetricLongs flag = t.shmem.allocateLongs(1);
        messages(t, (data, i, reader) -> {
            t.shmem.put(data, 0, filled(i), 0, DATA, reader);
            t.shmem.fence();
            t.shmem.atomicSet(flag, 0, i, reader);
        }, i -> flag.waitUntil(0, Cmp.EQ, i));
    }

    @Case(pes = 2)
    public void putFencePutFlag(Trial t) {
        SymmetricInts flag = t.shmem.allocateInts(1);
        messages(t, (data, i, reader) -> {
            for (int k = 0; k < DATA; k++) {
                t.shmem.p(data, k, i, reader);
            }
            t.shmem.fence();
            t.shmem.p(flag, 0, i, reader);
        }, i -> flag.waitUntil(0, Cmp.EQ, i));
    }

    @Case(pes = 2)
    public void nonBlockingPutFenceAddedFlag(Trial t) {
        SymmetricInts flag = t.shmem.allocateInts(1);
        messages(t, (data, i, reader) -> {
            t.shmem.putNbi(data, 0, filled(i), 0, DATA, reader);
            t.shmem.fence();
            t.shmem.inc(flag, 0, reader);
        }, i -> t.until(() -> flag.test(0, Cmp.GE, i)));
    }

    @Case(pes = 2)
    public void putSignal(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        messages(t, (data, i, reader) -> {
            if (i % 2 == 0) {
                t.shmem.putSignal(data, 0, filled(i), 0, DATA, signal, i, SignalOp.SET, reader);
            } else {
                t.shmem.putSignalNbi(data, 0, filled(i), 0, DATA, signal, 1, SignalOp.ADD, reader);
            }
        }, i -> signal.waitUntil(Cmp.EQ, i));
    }

    @Case(pes = 2)
    @MayRace
    public void putQuietFlagByThirdWay(Trial t) {
        SymmetricLongs flag = t.shmem.allocateLongs(1);
        messages(t, (data, i, reader) -> {
            t.shmem.put(data, 0, filled(i), 0, DATA, reader);
            t.shmem.quiet();
            t.shmem.p(flag, 0, i, t.me);
        }, i -> t.until(() -> t.shmem.g(flag, 0, t.me - 1) >= i));
    }

    /** A fence orders stores through pointers and views like puts; without a pointer, views remain. */
    @Case(pes = 2)
    public void storesFenceFlag(Trial t) {
        SymmetricLongs flag = t.shmem.allocateLongs(1);
        messages(t, (data, i, reader) -> {
            MemorySegment there = i % 2 == 0 ? t.shmem.ptr(data, reader) : null;
            for (int k = 0; k < DATA; k++) {
                if (there != null) {
                    there.setAtIndex(ValueLayout.JAVA_LONG, k, i);
                } else {
                    t.shmem.view(data, reader).set(k, i);
                }
            }
            t.shmem.fence();
            t.shmem.atomicSet(flag, 0, i, reader);
        }, i -> flag.waitUntil(0, Cmp.EQ, i));
    }

    /**
     * Store buffering: both PEs store, call quiet, and read each other's word; at least one must see the other's store.
     * Each round has its own words, and the PEs of a pair start it together.
     */
    @Case(pes = 2)
    @MayRace
    public void storeBufferingWithQuiet(Trial t) {
        int rounds = t.rounds(ROUNDS);
        SymmetricLongs stored = t.shmem.allocateLongs(rounds);
        SymmetricInts saw = t.shmem.allocateInts(rounds);
        SymmetricLongs ready = t.shmem.allocateLongs(1);
        int partner = partner(t);
        for (int i = 0; i < rounds && partner != t.me; i++) {
            t.shmem.atomicSet(ready, 0, i + 1, partner);
            int round = i;
            t.until(() -> ready.getAcquire(0) > round);
            t.shmem.p(stored, i, 1, t.me);
            t.shmem.quiet();
            saw.set(i, (int) t.shmem.g(stored, i, partner));
        }
        t.shmem.barrierAll();
        int[] other = new int[rounds];
        t.shmem.get(other, 0, saw, 0, rounds, partner);
        for (int i = 0; i < rounds && partner != t.me; i++) {
            t.holds(saw.get(i) + other[i] > 0, "in round " + i + " neither PE saw the other's store");
        }
    }

    /**
     * Reads of one variable never go back. PE 0 raises a counter until every other PE has seen it grow often enough.
     */
    @Case(pes = 2)
    @MayRace
    public void readsDoNotGoBack(Trial t) {
        SymmetricLongs counter = t.shmem.allocateLongs(1);
        SymmetricInts satisfied = t.shmem.allocateInts(1);
        if (t.me == 0) {
            for (long i = 1; satisfied.getAcquire(0) < t.n - 1; i++) {
                t.shmem.p(counter, 0, i, 0);
            }
        } else {
            long[] seen = new long[1];
            for (int grown = 0; grown < t.rounds(ROUNDS); grown++) {
                long before = seen[0];
                t.until(() -> (seen[0] = t.shmem.g(counter, 0, 0)) != before);
                t.holds(seen[0] > before, "the counter goes from " + before + " to " + seen[0]);
            }
            t.shmem.inc(satisfied, 0, 0);
        }
        t.shmem.barrierAll();
    }

    /** A signal makes the whole put before it visible, on each route. */
    @Case(pes = 2)
    public void largePutSignal(Trial t) {
        int length = 20_000;
        SymmetricLongs data = t.shmem.allocateLongs(length);
        Signal signal = t.shmem.allocateSignal();
        SymmetricLongs turn = t.shmem.allocateLongs(1);
        long[] mine = new long[length];
        int partner = partner(t);
        t.shmem.barrierAll();
        for (int i = 1; partner != t.me && i <= t.rounds(200); i++) {
            if (t.me % 2 == 0) {
                Arrays.fill(mine, i);
                t.shmem.putSignal(data, 0, mine, 0, length, signal, i, SignalOp.SET, partner);
                turn.waitUntil(0, Cmp.EQ, i);
            } else {
                signal.waitUntil(Cmp.EQ, i);
                Arrays.fill(mine, i);
                t.equal(mine, data.toArray(), "data behind the signal of round " + i);
                t.shmem.atomicSet(turn, 0, i, partner);
            }
        }
        t.shmem.barrierAll();
    }
}

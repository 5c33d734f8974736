// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.WaitTimeoutException;
import java.time.Duration;

/** Signals: set, add, fetch, and waiting for them. */
public final class SignalCases {
    @Case
    public void setAndAdd(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        t.shmem.signalSet(signal, 40, t.right);
        t.equal(40, signal.waitUntil(Cmp.EQ, 40), "what waiting returns");
        t.shmem.syncAll();
        t.shmem.signalAdd(signal, 2, t.right);
        t.equal(42, signal.waitUntil(Cmp.NE, 40), "what waiting returns");
        t.equal(42, signal.fetch(), "fetch");
        t.shmem.signalAdd(signal, -2, t.me);
        t.equal(40, signal.fetch(), "after adding a negative number to one's own");
    }

    @Case
    public void everyComparison(Trial t) {
        Signals signals = t.shmem.allocateSignals(6);
        for (int i = 0; i < 6; i++) {
            t.shmem.signalSet(signals.get(i), 10 + i, t.right);
        }
        t.equal(10, signals.get(0).waitUntil(Cmp.EQ, 10), "EQ");
        t.equal(11, signals.get(1).waitUntil(Cmp.NE, 0), "NE");
        t.equal(12, signals.get(2).waitUntil(Cmp.GT, 11), "GT");
        t.equal(13, signals.get(3).waitUntil(Cmp.GE, 13), "GE");
        t.shmem.syncAll();
        t.equal(14, signals.get(4).waitUntil(Cmp.LT, 15), "LT");
        t.equal(15, signals.get(5).waitUntil(Cmp.LE, 15), "LE");
    }

    /** GT and its like are signed, UGT and its like unsigned, as for every variable. */
    @Case
    public void everyOrder(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        t.shmem.signalSet(signal, -1, t.right);
        t.equal(-1, signal.waitUntil(Cmp.LT, 0), "LT");
        t.equal(-1, signal.waitUntil(Cmp.GE, Long.MIN_VALUE), "GE");
        t.equal(-1, signal.waitUntil(Cmp.UGT, Long.MAX_VALUE), "UGT");
        t.holds(!signal.watch().now().until(Cmp.GT, 5) && signal.watch().now().until(Cmp.UGT, 5), "greater than 5");
    }

    /** All PEs count on everybody's signal. */
    @Case
    public void additionsLoseNothing(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        int rounds = t.rounds(4_000);
        for (int i = 0; i < rounds; i++) {
            t.shmem.signalAdd(signal, 1, 0);
            t.shmem.putSignal(signal.word(), 0, (long[]) null, 0, 0, signal, 1, SignalOp.ADD, 0);
        }
        if (t.me == 0) {
            t.equal(2L * rounds * t.n, signal.waitUntil(Cmp.GE, 2L * rounds * t.n), "sum of all additions");
        }
    }

    /** Signals of each PE are used up in portions of another size. */
    @Case
    public void countedSignals(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        int rounds = t.rounds(600) / 6 * 6;
        t.holds(!signal.tryAcquire(1), "there is nothing to take");
        signal.acquire(0);
        t.shmem.syncAll();
        for (int i = 0; i < rounds; i += 2) {
            t.shmem.signalAdd(signal, 2, t.right);
        }
        for (int i = 0; i < rounds; i += 3) {
            signal.acquire(3);
        }
        t.equal(0, signal.fetch(), "all that came was taken");
        t.shmem.syncAll();
        t.shmem.signalSet(signal, 5, t.right);
        signal.acquire(4);
        t.holds(!signal.tryAcquire(2) && signal.tryAcquire(1), "one is left");
        t.shmem.syncAll();
        t.shmem.signalSet(signal, -1, t.right);
        signal.acquire(Long.MAX_VALUE);
        t.equal(Long.MIN_VALUE, signal.fetch(), "signals are unsigned");
        t.fails(IllegalArgumentException.class, () -> signal.acquire(-1), "acquire called at",
            "the count is negative, -1");
    }

    @Case
    public void waitsWithALimitOrForAPe(Trial t) {
        Signal signal = t.shmem.allocateSignal();
        Duration soon = Duration.ofMillis(1);
        t.holds(!signal.watch().within(soon).until(Cmp.GE, 1) && !signal.tryAcquire(1, soon), "nobody signals");
        t.holds(!signal.watch().within(Duration.ZERO).until(Cmp.GE, 1), "nobody signals");
        t.holds(!signal.tryAcquire(1, Duration.ZERO), "nobody signals");
        t.holds(!t.shmem.within(soon, () -> signal.tryAcquire(1, Duration.ofDays(1))), "the earlier limit counts");
        t.fails(WaitTimeoutException.class, () -> t.shmem.within(Duration.ofDays(-1),
            () -> signal.waitUntil(Cmp.GE, 1)), "waitUntil called at", "the time limit has passed");
        t.shmem.barrierAll();
        t.shmem.signalAdd(signal, -1, t.right);
        t.holds(signal.watch().peer(t.left).until(Cmp.UGT, Long.MAX_VALUE), "unsigned");
        t.holds(signal.watch().peer(t.left).within(Duration.ofHours(1)).until(Cmp.LT, 5), "in time");
        t.equal(0, signal.watch().any(Cmp.UGT, 5), "any of one, unsigned");
        t.holds(signal.tryAcquire(3, Duration.ofDays(1_000_000)), "taken in time");
        signal.acquire(2);
        t.equal(-6, signal.fetch(), "what is left");
        t.fails(InvalidPeException.class, () -> signal.watch().peer(t.n), "peer called at", "no PE");
        t.fails(NullPointerException.class, () -> signal.tryAcquire(1, null), "limit");
        t.fails(NullPointerException.class, () -> t.shmem.within(soon, (Runnable) null), "within called at", "action");
    }
}

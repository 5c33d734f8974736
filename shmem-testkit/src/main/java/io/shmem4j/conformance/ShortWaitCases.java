// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShortWatch;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricShorts;
import java.time.Duration;

/** Waiting for and testing shorts, deprecated but there. */
@SuppressWarnings("deprecation")
public final class ShortWaitCases {
    private static final int COUNT = 4;

    /** {@return values from the left PE} It puts them with a signal, so they have arrived once this PE continues. */
    private static SymmetricShorts filled(Trial t, int... values) {
        SymmetricShorts x = t.shmem.allocateShorts(COUNT);
        Signal done = t.shmem.allocateSignal();
        short[] shorts = new short[values.length];
        for (int i = 0; i < values.length; i++) {
            shorts[i] = (short) values[i];
        }
        t.shmem.putSignal(x, 0, shorts, 0, shorts.length, done, 1, io.shmem4j.SignalOp.SET, t.right);
        return x;
    }

    @Case
    public void waitUntilAndTest(Trial t) {
        SymmetricShorts x = filled(t, 3, -5, 7, 0);
        x.waitUntil(0, Cmp.EQ, (short) 3);
        x.waitUntil(1, Cmp.LT, (short) 0);
        x.waitUntil(1, Cmp.UGT, (short) 32767);
        x.waitUntil(2, Cmp.NE, (short) 0);
        t.holds(x.test(2, Cmp.GE, (short) 7), "7 >= 7");
        t.holds(!x.test(2, Cmp.GT, (short) 7), "7 > 7");
        t.holds(x.test(1, Cmp.LE, (short) 3), "-5 <= 3");
        t.holds(!x.test(1, Cmp.ULE, (short) 3), "65531 <= 3");
    }

    @Case
    public void severalShorts(Trial t) {
        SymmetricShorts x = filled(t, 1, 2, -3, 4);
        ShortWatch all = x.watch(0, COUNT);
        short zero = 0;
        short[] values = {1, 2, -3, 4};
        ShortWatch last = all.except(new int[] {1, 1, 1, 0});
        t.equal(COUNT, all.count(), "watched");
        t.holds(all.all(Cmp.NE, zero) && all.all(Cmp.EQ, values), "all");
        t.equal(2, all.any(Cmp.LT, zero), "the negative one");
        t.equal(3, last.any(Cmp.EQ, values), "the last one");
        t.equal(new int[] {0, 1, 3}, all.some(Cmp.GT, zero), "positive ones");
        t.equal(COUNT, all.some(Cmp.EQ, values).length, "all equal");
        t.holds(!all.now().all(Cmp.GT, zero), "not all positive");
        t.holds(all.now().all(Cmp.UGT, zero), "all positive as unsigned numbers");
        t.holds(all.now().all(Cmp.GE, values), "all at least");
        t.equal(-1, all.now().any(Cmp.GT, (short) 100), "none above 100");
        t.equal(2, all.now().any(Cmp.UGT, (short) 100), "one above 100 as unsigned numbers");
        t.equal(3, last.now().any(Cmp.LE, values), "the last one, tested");
        t.equal(new int[] {3}, all.now().some(Cmp.EQ, (short) 4), "one is 4");
        t.equal(0, all.now().some(Cmp.NE, values).length, "none differs");
        t.equal(2, all.within(Duration.ofDays(1)).any(Cmp.UGT, (short) 100), "unsigned any");
        t.equal(new int[] {2}, all.some(Cmp.UGT, (short) 100), "unsigned some");
        Shmem shmem = t.shmem;
        shmem.barrierAll();
    }
}

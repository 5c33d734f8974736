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
        int[] indices = new int[COUNT];
        int[] last = {1, 1, 1, 0};
        t.equal(COUNT, all.count(), "watched");
        all.waitUntilAll(null, Cmp.NE, zero);
        all.waitUntilAllVector(null, Cmp.EQ, values);
        t.equal(2, all.waitUntilAny(null, Cmp.LT, zero), "the negative one");
        t.equal(3, all.waitUntilAnyVector(last, Cmp.EQ, values), "the last one");
        t.equal(3, all.waitUntilSome(indices, null, Cmp.GT, zero), "positive ones");
        t.equal(COUNT, all.waitUntilSomeVector(indices, null, Cmp.EQ, values), "all equal");
        t.holds(!all.testAll(null, Cmp.GT, zero), "not all positive");
        t.holds(all.testAll(null, Cmp.UGT, zero), "all positive as unsigned numbers");
        t.holds(all.testAllVector(null, Cmp.GE, values), "all at least");
        t.equal(-1, all.testAny(null, Cmp.GT, (short) 100), "none above 100");
        t.equal(2, all.testAny(null, Cmp.UGT, (short) 100), "one above 100 as unsigned numbers");
        t.equal(3, all.testAnyVector(last, Cmp.LE, values), "the last one, tested");
        t.equal(1, all.testSome(indices, null, Cmp.EQ, (short) 4), "one is 4");
        t.equal(3, indices[0], "its index");
        t.equal(0, all.testSomeVector(indices, null, Cmp.NE, values), "none differs");
        all.waitUntilAll(null, Cmp.UGT, zero);
        all.waitUntilAllVector(null, Cmp.EQ, values);
        t.equal(2, all.within(Duration.ofDays(1)).waitUntilAny(null, Cmp.UGT, (short) 100), "unsigned any");
        t.equal(1, all.waitUntilSome(indices, null, Cmp.UGT, (short) 100), "unsigned some");
        Shmem shmem = t.shmem;
        shmem.barrierAll();
    }
}

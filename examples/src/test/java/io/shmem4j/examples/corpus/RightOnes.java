// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.SymmetricLongs;

/** Published algorithms that are right, each of which checks its result. */
final class RightOnes {
    private RightOnes() {
    }

    /** In round k each PE tells the one 2^k further. */
    static void disseminationBarrier(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs flags = shmem.allocateLongs(4).named("flags");
        SymmetricLongs data = shmem.allocateLongs(2).named("data");
        for (int call = 1; call <= 2; call++) {
            shmem.p(data, call - 1, 10 * call + me, (me + 1) % n);
            shmem.quiet();
            disseminationBarrier(shmem, flags, call);
            assertEquals(10 * call + (me + n - 1) % n, data.get(call - 1), "call " + call);
        }
    }

    private static void disseminationBarrier(Shmem shmem, SymmetricLongs flags, long call) {
        int n = shmem.nPes();
        for (int k = 0; 1 << k < n; k++) {
            shmem.p(flags, k, call, (shmem.myPe() + (1 << k)) % n);
            flags.waitUntil(k, Cmp.GE, call);
        }
    }

    /** Arrivals are counted up a binary tree, the release goes down. */
    static void treeBarrier(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs up = shmem.allocateLongs(1).named("up");
        SymmetricLongs down = shmem.allocateLongs(1).named("down");
        SymmetricLongs data = shmem.allocateLongs(2).named("data");
        for (int call = 1; call <= 2; call++) {
            shmem.p(data, call - 1, 10 * call + me, (me + 1) % n);
            shmem.quiet();
            treeBarrier(shmem, up, down, call);
            assertEquals(10 * call + (me + n - 1) % n, data.get(call - 1), "call " + call);
        }
    }

    private static void treeBarrier(Shmem shmem, SymmetricLongs up, SymmetricLongs down, long call) {
        int n = shmem.nPes();
        int me = shmem.myPe();
        int children = (2 * me + 1 < n ? 1 : 0) + (2 * me + 2 < n ? 1 : 0);
        if (children > 0) {
            up.waitUntil(0, Cmp.GE, children * call);
        }
        if (me > 0) {
            shmem.inc(up, 0, (me - 1) / 2);
            down.waitUntil(0, Cmp.GE, call);
        }
        for (int child = 2 * me + 1; child <= 2 * me + 2 && child < n; child++) {
            shmem.p(down, 0, call, child);
        }
    }

    /** The last PE to arrive clears the counter and turns the sense. */
    static void senseBarrier(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs count = shmem.allocateLongs(1).named("count");
        SymmetricLongs sense = shmem.allocateLongs(1).named("sense");
        SymmetricLongs data = shmem.allocateLongs(2).named("data");
        for (int call = 1; call <= 2; call++) {
            shmem.p(data, call - 1, 10 * call + me, (me + 1) % n);
            shmem.quiet();
            senseBarrier(shmem, count, sense, call % 2);
            assertEquals(10 * call + (me + n - 1) % n, data.get(call - 1), "call " + call);
        }
    }

    private static void senseBarrier(Shmem shmem, SymmetricLongs count, SymmetricLongs sense, long mine) {
        if (shmem.fetchInc(count, 0, 0) == shmem.nPes() - 1) {
            shmem.atomicSet(count, 0, 0, 0);
            shmem.quiet();
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                shmem.p(sense, 0, mine, pe);
            }
        }
        sense.waitUntil(0, Cmp.EQ, mine);
    }

    /** A reduce-scatter, then an allgather, both round the ring. */
    static void ringAllReduce(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs x = shmem.allocateLongs(n).named("x");
        SymmetricLongs in = shmem.allocateLongs(2 * n).named("in");
        Signals sent = shmem.allocateSignals(2 * n).named("sent");
        for (int i = 0; i < n; i++) {
            x.set(i, 100 * i + me);
        }
        int right = (me + 1) % n;
        for (int step = 0; step < 2 * (n - 1); step++) {
            int chunk = Math.floorMod(me - step, n);
            shmem.putSignal(in, step, new long[] {x.get(chunk)}, 0, 1, sent.get(step), 1, SignalOp.SET, right);
            sent.get(step).waitUntil(Cmp.EQ, 1);
            int other = Math.floorMod(me - step - 1, n);
            x.set(other, step < n - 1 ? x.get(other) + in.get(step) : in.get(step));
        }
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i * n + n * (n - 1) / 2, x.get(i), "sum " + i);
        }
    }

    /** A sum by exchanges at doubling distances; PEs above a power of two fold in. */
    static void recursiveDoubling(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        int rounds = 31 - Integer.numberOfLeadingZeros(n);
        int p = 1 << rounds;
        SymmetricLongs in = shmem.allocateLongs(rounds + 2).named("in");
        Signals sent = shmem.allocateSignals(rounds + 2).named("sent");
        long sum = 1 + me;
        if (me >= p) {
            shmem.putSignal(in, rounds, new long[] {sum}, 0, 1, sent.get(rounds), 1, SignalOp.SET, me - p);
            sent.get(rounds + 1).waitUntil(Cmp.EQ, 1);
            sum = in.get(rounds + 1);
        } else {
            if (me + p < n) {
                sent.get(rounds).waitUntil(Cmp.EQ, 1);
                sum += in.get(rounds);
            }
            for (int k = 0; k < rounds; k++) {
                shmem.putSignal(in, k, new long[] {sum}, 0, 1, sent.get(k), 1, SignalOp.SET, me ^ 1 << k);
                sent.get(k).waitUntil(Cmp.EQ, 1);
                sum += in.get(k);
            }
            if (me + p < n) {
                shmem.putSignal(in, rounds + 1, new long[] {sum}, 0, 1, sent.get(rounds + 1), 1, SignalOp.SET, me + p);
            }
        }
        assertEquals(n * (n + 1) / 2, sum, "sum");
    }

    /** A reduce-scatter by halving, then an allgather by doubling. */
    static void rabenseifner(Shmem shmem) {
        int me = shmem.myPe();
        // PEs above a power of two have no part.
        int n = Integer.highestOneBit(shmem.nPes());
        SymmetricLongs in = shmem.allocateLongs(2 * n).named("in");
        Signals sent = shmem.allocateSignals(2 * n).named("sent");
        if (me >= n) {
            return;
        }
        long[] x = new long[n];
        for (int i = 0; i < n; i++) {
            x[i] = 10 * i + me;
        }
        int from = 0;
        int length = n;
        int at = 0;
        int step = 0;
        for (int half = n / 2; half >= 1; half /= 2) {
            boolean lower = (me & half) == 0;
            length /= 2;
            int theirs = lower ? from + length : from;
            shmem.putSignal(in, at, x, theirs, length, sent.get(step), 1, SignalOp.SET, me ^ half);
            from = lower ? from : from + length;
            sent.get(step).waitUntil(Cmp.EQ, 1);
            for (int i = 0; i < length; i++) {
                x[from + i] += in.get(at + i);
            }
            at += length;
            step++;
        }
        for (int half = 1; half < n; half *= 2) {
            shmem.putSignal(in, at, x, from, length, sent.get(step), 1, SignalOp.SET, me ^ half);
            sent.get(step).waitUntil(Cmp.EQ, 1);
            int theirs = from ^ half;
            for (int i = 0; i < length; i++) {
                x[theirs + i] = in.get(at + i);
            }
            from = Math.min(from, theirs);
            at += length;
            length *= 2;
            step++;
        }
        for (int i = 0; i < n; i++) {
            assertEquals(10 * i * n + n * (n - 1) / 2, x[i], "sum " + i);
        }
    }

    /** Two broadcasts down a binomial tree. */
    static void binomialBroadcast(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs block = shmem.allocateLongs(4).named("block");
        SymmetricLongs call = shmem.allocateLongs(1).named("call");
        for (int c = 1; c <= 2; c++) {
            if (me == 0) {
                block.set(2 * c - 2, new long[] {c, 10 * c});
            } else {
                call.waitUntil(0, Cmp.GE, c);
            }
            int low = me == 0 ? Integer.highestOneBit(2 * n) : Integer.lowestOneBit(me);
            for (int bit = low / 2; bit > 0; bit /= 2) {
                if (me + bit < n) {
                    long[] copy = {block.get(2 * c - 2), block.get(2 * c - 1)};
                    shmem.put(block, 2 * c - 2, copy, 0, 2, me + bit);
                    shmem.fence();
                    shmem.p(call, 0, c, me + bit);
                }
            }
            assertEquals(10 * c, block.get(2 * c - 1), "call " + c);
        }
    }

    /** The root scatters its block, whose parts go round the ring. */
    static void scatterAllgatherBroadcast(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs x = shmem.allocateLongs(n).named("x");
        Signals sent = shmem.allocateSignals(n + 1).named("sent");
        if (me == 0) {
            for (int i = 0; i < n; i++) {
                x.set(i, 7 + i);
            }
            for (int pe = 1; pe < n; pe++) {
                shmem.putSignal(x, pe, new long[] {7 + pe}, 0, 1, sent.get(n), 1, SignalOp.SET, pe);
            }
        } else {
            sent.get(n).waitUntil(Cmp.EQ, 1);
        }
        int right = (me + 1) % n;
        for (int step = 0; step < n - 1; step++) {
            int chunk = Math.floorMod(me - step, n);
            shmem.putSignal(x, chunk, new long[] {x.get(chunk)}, 0, 1, sent.get(step), 1, SignalOp.SET, right);
            sent.get(step).waitUntil(Cmp.EQ, 1);
        }
        for (int i = 0; i < n; i++) {
            assertEquals(7 + i, x.get(i), "element " + i);
        }
    }

    /** In round k the blocks whose number has bit k go 2^k further. */
    static void bruckAlltoall(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        int rounds = 32 - Integer.numberOfLeadingZeros(n - 1);
        SymmetricLongs in = shmem.allocateLongs(rounds * n).named("in");
        Signals sent = shmem.allocateSignals(rounds).named("sent");
        long[] x = new long[n];
        for (int i = 0; i < n; i++) {
            x[i] = 10 * me + (me + i) % n;
        }
        for (int k = 0; k < rounds; k++) {
            int to = (me + (1 << k)) % n;
            for (int i = 0; i < n; i++) {
                if ((i >> k & 1) != 0) {
                    shmem.putNbi(in, k * n + i, new long[] {x[i]}, 0, 1, to);
                }
            }
            shmem.quiet();
            shmem.signalSet(sent.get(k), 1, to);
            sent.get(k).waitUntil(Cmp.EQ, 1);
            for (int i = 0; i < n; i++) {
                if ((i >> k & 1) != 0) {
                    x[i] = in.get(k * n + i);
                }
            }
        }
        for (int i = 0; i < n; i++) {
            int from = Math.floorMod(me - i, n);
            assertEquals(10 * from + me, x[i], "from " + from);
        }
    }

    /** Each PE puts its blocks one after the other and counts them. */
    static void pairwiseAlltoall(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs in = shmem.allocateLongs(n).named("in");
        SymmetricLongs count = shmem.allocateLongs(1).named("count");
        for (int step = 0; step < n; step++) {
            int to = (me + step) % n;
            shmem.p(in, me, 10 * me + to, to);
            shmem.fence();
            shmem.inc(count, 0, to);
        }
        count.waitUntil(0, Cmp.EQ, n);
        for (int i = 0; i < n; i++) {
            assertEquals(10 * i + me, in.get(i), "from " + i);
        }
    }

    /** Two gathers: all PEs put to the root, which polls a counter of each call. */
    static void linearGather(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs out = shmem.allocateLongs(2 * n).named("out");
        SymmetricLongs done = shmem.allocateLongs(2).named("done");
        for (int call = 0; call < 2; call++) {
            shmem.p(out, call * n + me, 10 * call + me, 0);
            shmem.fence();
            shmem.inc(done, call, 0);
            if (me == 0) {
                while (shmem.g(done, call, 0) < n) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < n; i++) {
                    assertEquals(10 * call + i, out.get(call * n + i), "from " + i);
                }
            }
        }
    }

    /** Blocks go up a binomial tree. */
    static void binomialGather(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs x = shmem.allocateLongs(n).named("x");
        SymmetricLongs came = shmem.allocateLongs(8).named("came");
        x.set(me, 5 + me);
        for (int k = 0; 1 << k < n; k++) {
            if ((me >> k & 1) != 0) {
                int count = Math.min(1 << k, n - me);
                long[] part = new long[count];
                for (int i = 0; i < count; i++) {
                    part[i] = x.get(me + i);
                }
                shmem.put(x, me, part, 0, count, me - (1 << k));
                shmem.fence();
                shmem.p(came, k, 1, me - (1 << k));
                break;
            }
            if (me + (1 << k) < n) {
                came.waitUntil(k, Cmp.EQ, 1);
            }
        }
        for (int i = 0; me == 0 && i < n; i++) {
            assertEquals(5 + i, x.get(i), "from " + i);
        }
    }

    /** A prefix sum by non-blocking puts at doubling distances. */
    static void hillisSteeleScan(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs in = shmem.allocateLongs(4).named("in");
        Signals sent = shmem.allocateSignals(4).named("sent");
        long sum = me + 1;
        for (int k = 0; 1 << k < n; k++) {
            if (me + (1 << k) < n) {
                shmem.putSignalNbi(in, k, new long[] {sum}, 0, 1, sent.get(k), 1, SignalOp.SET, me + (1 << k));
            }
            if (me >= 1 << k) {
                sent.get(k).waitUntil(Cmp.EQ, 1);
                sum += in.get(k);
            }
        }
        assertEquals((me + 1) * (me + 2) / 2, sum, "scan");
    }

    /** The queue lock of Mellor-Crummey and Scott. */
    static void mcsLock(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs tail = shmem.allocateLongs(1).named("tail");
        SymmetricLongs next = shmem.allocateLongs(1).named("next");
        SymmetricLongs locked = shmem.allocateLongs(1).named("locked");
        SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
        for (int i = 0; i < (n == 2 ? 2 : 1); i++) {
            next.set(0, 0);
            locked.set(0, 1);
            int before = (int) shmem.swap(tail, 0, me + 1, 0);
            if (before != 0) {
                shmem.p(next, 0, me + 1, before - 1);
                locked.waitUntil(0, Cmp.EQ, 0);
            }
            shmem.p(counter, 0, shmem.g(counter, 0, 0) + 1, 0);
            shmem.quiet();
            if (next.get(0) == 0 && shmem.compareSwap(tail, 0, me + 1, 0, 0) == me + 1) {
                continue;
            }
            next.waitUntil(0, Cmp.NE, 0);
            shmem.p(locked, 0, 0, (int) next.get(0) - 1);
        }
        shmem.barrierAll();
        assertEquals(n * (n == 2 ? 2 : 1), shmem.g(counter, 0, 0), "counter");
    }

    /** Tickets are served in turn. */
    static void ticketLock(Shmem shmem) {
        int n = shmem.nPes();
        SymmetricLongs ticket = shmem.allocateLongs(1).named("ticket");
        SymmetricLongs serving = shmem.allocateLongs(1).named("serving");
        SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
        for (int i = 0; i < (n == 2 ? 2 : 1); i++) {
            long mine = shmem.fetchInc(ticket, 0, 0);
            while (shmem.g(serving, 0, 0) != mine) {
                Thread.onSpinWait();
            }
            shmem.p(counter, 0, shmem.g(counter, 0, 0) + 1, 0);
            shmem.fence();
            shmem.p(serving, 0, mine + 1, 0);
        }
        shmem.barrierAll();
        assertEquals(n * (n == 2 ? 2 : 1), shmem.g(counter, 0, 0), "counter");
    }

    /** Lamport's queue of one producer and one consumer. */
    static void lamportQueue(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs ring = shmem.allocateLongs(2).named("ring");
        SymmetricLongs head = shmem.allocateLongs(1).named("head");
        SymmetricLongs tail = shmem.allocateLongs(1).named("tail");
        int pairs = n / 2;
        if (me < pairs) {
            for (int i = 0; i < 3; i++) {
                // The consumer has the ring and the tail, the producer the head.
                head.waitUntil(0, Cmp.GT, i - 2);
                shmem.p(ring, i % 2, 10 + i, me + pairs);
                shmem.fence();
                shmem.p(tail, 0, i + 1, me + pairs);
            }
        } else if (me < 2 * pairs) {
            for (int i = 0; i < 3; i++) {
                tail.waitUntil(0, Cmp.GT, i);
                assertEquals(10 + i, ring.get(i % 2), "element " + i);
                shmem.p(head, 0, i + 1, me - pairs);
            }
        }
    }
}

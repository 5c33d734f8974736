// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.AllocationHint;
import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.ThreadLevel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The specification's examples of setup, memory, remote access, atomics, ordering and locks, with the outcome that it
 * states for them.
 */
public final class ExampleAccessCases {
    private static final int SIZE = 16;

    private static short[] shorts(int count, int first) {
        short[] values = new short[count];
        for (int i = 0; i < count; i++) {
            values[i] = (short) (first + i);
        }
        return values;
    }

    /** The overview's first program: everybody asks its right neighbour for its number. */
    @Case
    public void hello(Trial t) {
        SymmetricInts number = t.shmem.allocateInts(1);
        number.set(0, -1);
        t.shmem.barrierAll();
        t.shmem.p(number, 0, t.me, t.right);
        t.shmem.barrierAll();
        t.equal(t.left, number.get(0), "the left neighbour's number");
    }

    /** The overview's second program: PE 0 gives an array to all others, which read it one at a time. */
    @Case
    public void writingToAll(Trial t) {
        SymmetricShorts dest = t.shmem.allocateShorts(SIZE);
        ShmemLock lock = t.shmem.allocateLock();
        for (int pe = 1; t.me == 0 && pe < t.n; pe++) {
            t.shmem.put(dest, 0, shorts(SIZE, 0), 0, SIZE, pe);
        }
        t.shmem.barrierAll();
        lock.set();
        t.equal(t.me == 0 ? new short[SIZE] : shorts(SIZE, 0), dest.toArray(), "what PE 0 put");
        lock.clear();
        t.shmem.barrierAll();
    }

    @Case
    public void init(Trial t) {
        Shmem again = Shmem.init(ThreadLevel.MULTIPLE);
        t.holds(again == t.shmem, "one handle per process");
        t.equal(t.me, again.myPe(), "number");
        t.equal(t.n, again.nPes(), "PEs");
        again.finish();
    }

    /** Data is there when a later session reads its own copy: the end of a session completes its puts. */
    @Case
    public void finalizeCompletes(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        x.set(0, 10101);
        t.shmem.barrierAll();
        if (t.me == 0) {
            t.shmem.p(x, 0, 42L, t.n - 1);
        }
        Shmem.init();
        t.shmem.finish(); // one of two: a barrier
        t.equal(t.me == t.n - 1 ? 42 : 10101, x.get(0), "after the barrier in finalize");
    }

    @Case
    public void mallocWithHints(Trial t) {
        SymmetricLongs word = t.shmem.allocateLongs(1, AllocationHint.ATOMICS_REMOTE);
        SymmetricLongs signal = t.shmem.allocateLongs(1, AllocationHint.SIGNAL_REMOTE, AllocationHint.ATOMICS_REMOTE);
        t.shmem.add(word, 0, 1, 0);
        t.shmem.signalAdd(signal.signal(0), 1, 0);
        t.shmem.barrierAll();
        t.equal(t.me == 0 ? t.n : 0, word.get(0), "increments");
        t.equal(t.me == 0 ? t.n : 0, signal.get(0), "signals");
    }

    /** One PE writes into another's memory with ordinary stores where it can, and the owner sees it. */
    @Case
    public void ptr(Trial t) {
        SymmetricInts bigd = t.shmem.allocateInts(100);
        if (t.me == 0) {
            MemorySegment direct = t.shmem.ptr(bigd, t.n - 1);
            for (int i = 0; i < 100; i++) {
                if (direct == null) {
                    t.shmem.p(bigd, i, i + 1, t.n - 1);
                } else {
                    direct.setAtIndex(ValueLayout.JAVA_INT, i, i + 1);
                }
            }
        }
        t.shmem.barrierAll();
        t.equal(t.me == t.n - 1 ? IntStream.rangeClosed(1, 100).toArray() : new int[100], bigd.toArray(),
            "stored through the pointer");
    }

    /** PE 0 puts ten elements to the last PE. */
    @Case
    public void put(Trial t) {
        SymmetricLongs dest = t.shmem.allocateLongs(10);
        if (t.me == 0) {
            t.shmem.put(dest, 0, new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0, 10, t.n - 1);
        }
        t.shmem.barrierAll();
        for (int i = 0; i < 10; i++) {
            t.equal(t.me == t.n - 1 ? i + 1 : 0, dest.get(i), "element " + i);
        }
    }

    @Case
    public void p(Trial t) {
        SymmetricDoubles f = t.shmem.allocateDoubles(1);
        f.set(0, 3.1415927);
        t.shmem.barrierAll();
        if (t.me == 0) {
            t.shmem.p(f, 0, 2.7182818, t.n - 1);
        }
        t.shmem.barrierAll();
        t.equal(t.me == t.n - 1 ? 2.7182818 : 3.1415927, f.get(0), "the variable");
    }

    @Case
    public void g(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        x.set(0, 10101 + t.me);
        t.shmem.barrierAll();
        t.equal(10101 + t.right, t.shmem.g(x, 0, t.right), "the right neighbour's variable");
        t.shmem.barrierAll();
    }

    /** Elements 1, 3, 5, 7, 9 of ten land side by side. */
    @Case
    public void iput(Trial t) {
        SymmetricShorts dest = t.shmem.allocateShorts(10);
        if (t.me == 0) {
            t.shmem.iput(dest, 0, shorts(10, 1), 0, 1, 2, 5, t.n - 1);
        }
        t.shmem.barrierAll();
        t.equal(t.me == t.n - 1 ? new short[] {1, 3, 5, 7, 9, 0, 0, 0, 0, 0} : new short[10], dest.toArray(), "dest");
    }

    /** PE 0 changes the last PE's variable, and nobody else's. */
    private static void changed(Trial t, int before, int after, Consumer<SymmetricInts> change) {
        SymmetricInts dst = t.shmem.allocateInts(1);
        dst.set(0, before);
        t.shmem.barrierAll();
        if (t.me == 0) {
            change.accept(dst);
        }
        t.shmem.barrierAll();
        t.equal(t.me == t.n - 1 ? after : before, dst.get(0), "the value after");
    }

    @Case
    public void atomicAdd(Trial t) {
        changed(t, 22, 66, dst -> t.shmem.add(dst, 0, 44, t.n - 1));
    }

    @Case
    public void atomicFetchAdd(Trial t) {
        changed(t, 22, 66, dst -> t.equal(22, t.shmem.fetchAdd(dst, 0, 44, t.n - 1), "the value before"));
    }

    @Case
    public void atomicInc(Trial t) {
        changed(t, 74, 76, dst -> {
            t.shmem.inc(dst, 0, t.n - 1);
            t.equal(75, t.shmem.fetchInc(dst, 0, t.n - 1), "the value before");
        });
    }

    /** Even and odd neighbours exchange values. */
    @Case
    public void atomicSwap(Trial t) {
        SymmetricLongs dest = t.shmem.allocateLongs(1);
        dest.set(0, t.me);
        t.shmem.barrierAll();
        if (t.me % 2 == 1) {
            t.equal(t.left, t.shmem.swap(dest, 0, t.me, t.left), "the value before");
        }
        t.shmem.barrierAll();
        t.equal(t.me % 2 == 0 && t.me + 1 < t.n ? t.right : t.me, dest.get(0), "the value after");
    }

    /** All PEs race for PE 0's variable; one wins, and everybody agrees who. */
    @Case
    public void atomicCompareSwap(Trial t) {
        SymmetricInts race = t.shmem.allocateInts(1);
        race.set(0, -1);
        t.shmem.barrierAll();
        int before = t.shmem.compareSwap(race, 0, -1, t.me, 0);
        t.shmem.barrierAll();
        int winner = t.shmem.g(race, 0, 0);
        t.equal(winner == t.me ? -1 : winner, before, "the value that PE " + t.me + " saw");
        t.shmem.barrierAll();
    }

    /** Two puts to each PE with a fence between: a PE that sees the second sees the first. */
    @Case
    public void fence(Trial t) {
        SymmetricLongs dest = t.shmem.allocateLongs(10);
        SymmetricInts flag = t.shmem.allocateInts(1);
        if (t.me == 0) {
            for (int pe = 0; pe < t.n; pe++) {
                t.shmem.put(dest, 0, new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0, 10, pe);
                t.shmem.fence();
                t.shmem.p(flag, 0, 99, pe);
            }
        }
        flag.waitUntil(0, Cmp.EQ, 99);
        t.equal(new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, dest.toArray(), "what was put before the fence");
        t.shmem.barrierAll();
    }

    /** A third put after quiet shows that both others are there for everybody. */
    @Case
    public void quiet(Trial t) {
        SymmetricLongs dest = t.shmem.allocateLongs(3);
        SymmetricInts targ = t.shmem.allocateInts(1);
        SymmetricInts go = t.shmem.allocateInts(1);
        if (t.me == 0) {
            t.shmem.put(dest, 0, new long[] {10, 20, 30}, 0, 3, t.n - 1);
            t.shmem.p(targ, 0, 25, t.n - 1);
            t.shmem.quiet();
            for (int pe = 0; pe < t.n; pe++) {
                t.shmem.p(go, 0, 1, pe);
            }
        }
        go.waitUntil(0, Cmp.EQ, 1);
        t.equal(25, t.shmem.g(targ, 0, t.n - 1), "the last PE's target, seen by PE " + t.me);
        t.equal(30, t.shmem.g(dest, 2, t.n - 1), "the last PE's array, seen by PE " + t.me);
        t.shmem.barrierAll();
    }

    /** A lock protects a get and a put of everybody. */
    @Case
    public void lock(Trial t) {
        ShmemLock lock = t.shmem.allocateLock();
        SymmetricInts count = t.shmem.allocateInts(1);
        lock.set();
        int value = t.shmem.g(count, 0, 0);
        t.shmem.p(count, 0, value + 1, 0);
        t.shmem.quiet();
        lock.clear();
        t.shmem.barrierAll();
        t.equal(t.n, t.shmem.g(count, 0, 0), "updates");
        t.shmem.barrierAll();
    }

    /** A message goes round the ring, each PE passing on what its signal has announced. */
    @Case
    public void putSignal(Trial t) {
        int count = 2048;
        SymmetricLongs data = t.shmem.allocateLongs(count);
        Signal signal = t.shmem.allocateSignal();
        long[] message = IntStream.range(0, count).mapToLong(i -> 7 * i).toArray();
        if (t.me == 0) {
            t.shmem.putSignal(data, 0, message, 0, count, signal, 1, SignalOp.SET, t.right);
        }
        signal.waitUntil(Cmp.EQ, 1);
        t.equal(message, data.toArray(), "the message");
        if (t.me != 0) {
            t.shmem.putSignal(data, 0, data.toArray(), 0, count, signal, 1, SignalOp.SET, t.right);
        }
        t.shmem.barrierAll();
    }

    /** Increments through contexts of different teams: one domain of atomicity, where the C libraries may have two. */
    @Case
    @MayRace
    public void atomicsOfTwoTeams(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        var team = t.me > 0 ? t.shmem.world() : t.shmem.shared();
        try (Context context = team.createContext()) {
            for (int i = 0; i < 100; i++) {
                context.inc(x, 0, 0);
            }
        }
        t.shmem.barrierAll();
        t.equal(t.me == 0 ? 100L * t.n : 0, x.get(0), "increments");
    }

    /** The repaired form of an increment that races with a reduction: a barrier lies between. */
    @Case
    public void atomicsBeforeReduction(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(1);
        SymmetricInts y = t.shmem.allocateInts(1);
        t.shmem.inc(x, 0, t.right);
        t.shmem.barrierAll();
        t.shmem.world().sumReduce(y, x, 1);
        t.equal(t.n, y.get(0), "the sum of all increments");
    }
}

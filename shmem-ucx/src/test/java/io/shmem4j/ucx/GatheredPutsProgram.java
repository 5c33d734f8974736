// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** Small puts that follow one another fast, between PEs of different nodes: complete, in order, and soon. */
public final class GatheredPutsProgram {
    /** More than one message holds. */
    private static final int MANY = 1000;
    private static final int ROUNDS = 500;
    private static final int BURST = 20;

    private final Shmem shmem;
    private final int me;
    private final int n;
    private final int other;
    private final SymmetricLongs longs;
    private final SymmetricLongs turn;

    private GatheredPutsProgram(Shmem shmem) {
        this.shmem = shmem;
        this.me = shmem.myPe();
        this.n = shmem.nPes();
        this.other = n - 1 - me;
        this.longs = shmem.allocateLongs((long) MANY * n);
        this.turn = shmem.allocateLongs(1);
    }

    /**
     * Runs on each PE.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            GatheredPutsProgram program = new GatheredPutsProgram(shmem);
            program.toAll();
            program.allSizes();
            program.orderedByFence();
            program.pairsOrderedByFence();
            program.beforeSignals();
            program.beforeAtomics();
            program.seenByThirdPe();
            program.withoutFurtherCalls();
            System.out.println("right");
        }
    }

    private static void equal(long wanted, long found, String what) {
        if (wanted != found) {
            throw new AssertionError(what + ": " + found + ", not " + wanted);
        }
    }

    private static long value(int pe, int i) {
        return pe * 1_000_003L + i;
    }

    /** Puts to every PE in turn; the last store of two to a place stays. */
    private void toAll() {
        for (int i = 0; i < MANY; i++) {
            for (int pe = 0; pe < n; pe++) {
                shmem.p(longs, (long) me * MANY + i, -1, pe);
                shmem.p(longs, (long) me * MANY + i, value(me, i), pe);
            }
        }
        shmem.barrierAll();
        for (int pe = 0; pe < n; pe++) {
            for (int i = 0; i < MANY; i++) {
                equal(value(pe, i), longs.get((long) pe * MANY + i), "p " + i + " of PE " + pe);
            }
        }
        shmem.barrierAll();
    }

    /** Elements of every size, and few bytes at any place. */
    private void allSizes() {
        SymmetricBytes bytes = shmem.allocateBytes(MANY);
        SymmetricBytes parts = shmem.allocateBytes(70 * 71);
        SymmetricShorts shorts = shmem.allocateShorts(MANY);
        SymmetricInts ints = shmem.allocateInts(2 * MANY);
        int[] array = new int[MANY];
        byte[] part = new byte[70];
        Arrays.setAll(array, i -> me * MANY + i);
        for (int i = 0; i < MANY; i++) {
            shmem.p(bytes, i, (byte) (i + me), other);
            shmem.p(shorts, i, (short) (i * 3 + me), other);
            shmem.p(ints, i, i * 5 + me, other);
        }
        shmem.iput(ints, MANY, array, 0, 2, 1, MANY / 2, other);
        for (int size = 1; size <= 70; size++) {
            Arrays.fill(part, (byte) (size + me));
            shmem.put(parts, size * (size - 1) / 2, part, 0, size, other);
        }
        shmem.barrierAll();
        for (int i = 0; i < MANY; i++) {
            equal((byte) (i + other), bytes.get(i), "byte " + i);
            equal((short) (i * 3 + other), shorts.get(i), "short " + i);
            equal(i * 5 + other, ints.get(i), "int " + i);
            equal(i % 2 == 0 ? other * MANY + i / 2 : 0, ints.get(MANY + i), "strided int " + i);
        }
        for (int size = 1; size <= 70; size++) {
            for (int i = 0; i < size; i++) {
                equal((byte) (size + other), parts.get(size * (size - 1) / 2 + i), "part of " + size + " bytes");
            }
        }
        shmem.barrierAll();
    }

    /** The first half of the PEs sends, and waits until its partner has looked. */
    private void rounds(IntConsumer send, IntConsumer look) {
        shmem.barrierAll();
        for (int i = 1; i <= ROUNDS; i++) {
            if (me < n / 2) {
                send.accept(i);
                turn.waitUntil(0, Cmp.EQ, i);
            } else {
                look.accept(i);
                shmem.atomicSet(turn, 0, i, other);
            }
        }
        turn.set(0, 0);
        shmem.barrierAll();
    }

    private void burst(int round) {
        for (int i = 0; i < BURST; i++) {
            shmem.p(longs, i, round, other);
        }
    }

    private void expectBurst(int round) {
        for (int i = BURST - 1; i >= 0; i--) {
            equal(round, longs.get(i), "p " + i + " before the flag of round " + round);
        }
    }

    private void orderedByFence() {
        SymmetricLongs flag = shmem.allocateLongs(1);
        rounds(round -> {
            burst(round);
            shmem.fence();
            shmem.p(flag, 0, round, other);
        }, round -> {
            flag.waitUntil(0, Cmp.EQ, round);
            expectBurst(round);
        });
    }

    /** Puts of more than a word are no stores in one piece. */
    private void pairsOrderedByFence() {
        SymmetricLongs flags = shmem.allocateLongs(2);
        rounds(round -> {
            long[] pair = {round, round};
            for (int i = 0; i < BURST; i += 2) {
                shmem.put(longs, i, pair, 0, 2, other);
            }
            shmem.fence();
            shmem.put(flags, 0, pair, 0, 2, other);
        }, round -> {
            flags.waitUntil(1, Cmp.EQ, round);
            expectBurst(round);
        });
    }

    private void beforeSignals() {
        Signal signal = shmem.allocateSignal();
        SymmetricLongs more = shmem.allocateLongs(4);
        rounds(round -> {
            burst(round);
            shmem.fence();
            shmem.putSignal(more, 0, new long[] {round, round, round, round}, 0, 4, signal, round, SignalOp.SET, other);
        }, round -> {
            signal.waitUntil(Cmp.EQ, round);
            expectBurst(round);
            equal(round, more.get(3), "put of round " + round);
        });
    }

    /** An atomic by the same PE finds what it has stored before a fence. */
    private void beforeAtomics() {
        shmem.barrierAll();
        for (int i = 0; i < ROUNDS; i++) {
            shmem.p(longs, me, 7, other);
            shmem.p(longs, me, i, other);
            shmem.fence();
            equal(i, shmem.fetchAdd(longs, me, 1, other), "fetched after p");
            equal(i + 1, shmem.g(longs, me, other), "loaded after fetchAdd");
        }
        shmem.barrierAll();
    }

    /**
     * A PE that hears of the put from the second after quiet finds it at the third, whether the word went alone or not.
     */
    private void seenByThirdPe() {
        SymmetricLongs flag = shmem.allocateLongs(1);
        shmem.barrierAll();
        for (int i = 1; i <= ROUNDS; i++) {
            int writer = i % n;
            int holder = (i + n / 2) % n;
            int teller = (i + 1) % n;
            if (me == writer) {
                if (i % 2 == 0) {
                    shmem.p(longs, 1, -i, holder);
                }
                shmem.p(longs, 2, i, holder);
                shmem.quiet();
                shmem.atomicSet(flag, 0, i, teller);
            } else if (me == teller) {
                flag.waitUntil(0, Cmp.EQ, i);
                equal(i, shmem.g(longs, 2, holder), "p of PE " + writer + " at PE " + holder);
            }
            shmem.barrierAll();
        }
    }

    /** Stores of a PE arrive while it computes, and looks at its own memory only. */
    private void withoutFurtherCalls() {
        SymmetricLongs flag = shmem.allocateLongs(BURST);
        shmem.barrierAll();
        for (int round = 1; round <= BURST; round++) {
            for (int i = 0; i < BURST; i++) {
                shmem.p(flag, i, round, other);
            }
            while (flag.getAcquire(BURST - 1) < round) {
                Thread.onSpinWait();
            }
            shmem.syncAll();
        }
        shmem.barrierAll();
    }
}

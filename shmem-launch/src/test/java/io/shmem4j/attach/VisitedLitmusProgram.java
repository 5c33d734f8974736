// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** One side of litmus programs, whose other side is a visitor: both run through arrays of words at the same time. */
public final class VisitedLitmusProgram {
    private static final int WORDS = 5_000;
    private static final int PUT_AND_SIGNAL = 0;
    private static final int READ_SIGNAL_AND_DATA = 1;
    private static final int STORE_AND_LOAD = 2;
    private static final int SHAPES = 4;
    /** The sides meet after some rounds, so that they stay together. */
    private static final int TOGETHER = 8;
    private static final int SPINS = 2000;

    private final Shmem shmem;
    private final SymmetricLongs x;
    private final SymmetricLongs y;
    private final SymmetricLongs seen;
    private final SymmetricLongs go;
    private final SymmetricLongs came;
    private final long[] first = new long[WORDS];
    private final long[] second = new long[WORDS];
    private long meetings;

    private VisitedLitmusProgram(Shmem shmem) {
        this.shmem = shmem;
        x = shmem.allocateLongs(WORDS).named("x");
        y = shmem.allocateLongs(WORDS).named("y");
        seen = shmem.allocateLongs(2L * WORDS).named("seen");
        go = shmem.allocateLongs(3).named("go").external();
        came = shmem.allocateLongs(3).named("came").external();
    }

    /**
     * Runs it.
     *
     * @param args number of rounds of each shape
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            VisitedLitmusProgram program = new VisitedLitmusProgram(shmem);
            System.out.println("ready");
            long batch = 0;
            for (int shape = 0; shape < SHAPES; shape++) {
                long forbidden = 0;
                long rounds = Long.parseLong(args[0]);
                for (long done = 0; done < rounds; done += WORDS) {
                    forbidden += program.batch(shape, ++batch);
                }
                System.out.println("shape " + shape + ": " + forbidden + " forbidden results");
            }
            shmem.atomicSet(program.go, 0, -1, 0);
        }
    }

    private void meet() {
        meetings++;
        shmem.p(go, 2, meetings, 0);
        for (int spins = 0; came.getAcquire(2) < meetings; spins++) {
            if (spins > SPINS) {
                Thread.yield();
            }
        }
    }

    private long batch(int shape, long batch) {
        x.fill(0);
        y.fill(0);
        go.set(1, shape);
        shmem.atomicSet(go, 0, batch, 0);
        came.waitUntil(1, Cmp.GE, batch);
        for (int i = 0; i < WORDS; i++) {
            if (i % TOGETHER == 0) {
                meet();
            }
            switch (shape) {
                case PUT_AND_SIGNAL -> {
                    x.set(i, 1);
                    shmem.atomicSet(y, i, 1, 0);
                }
                case READ_SIGNAL_AND_DATA -> {
                    first[i] = y.getAcquire(i);
                    second[i] = x.get(i);
                }
                case STORE_AND_LOAD -> {
                    shmem.atomicSet(x, i, 1, 0);
                    first[i] = shmem.atomicFetch(y, i, 0);
                }
                default -> {
                    shmem.p(x, i, 1, 0);
                    shmem.quiet();
                    first[i] = shmem.g(y, i, 0);
                }
            }
        }
        came.waitUntil(0, Cmp.GE, batch);
        long forbidden = 0;
        for (int i = 0; i < WORDS; i++) {
            long mine = first[i];
            long theirs = seen.get(2L * i);
            forbidden += switch (shape) {
                case PUT_AND_SIGNAL -> theirs == 1 && seen.get(2L * i + 1) == 0;
                case READ_SIGNAL_AND_DATA -> mine == 1 && second[i] == 0;
                default -> mine == 0 && theirs == 0;
            } ? 1 : 0;
        }
        return forbidden;
    }
}

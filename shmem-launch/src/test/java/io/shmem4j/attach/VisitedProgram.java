// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.data.Length;
import io.shmem4j.data.SymmetricDoubles2D;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricStrings;

/** PEs that do what a visitor asks for: each waits for its word to rise, works, and answers with the word's value. */
public final class VisitedProgram {
    private static final int ECHO = 0;
    private static final int END = 1;
    private static final int PUT_QUIET = 2;
    private static final int FREE = 3;
    private static final int STORE = 4;

    private VisitedProgram() {
    }

    record Part(double x, double y) {
    }

    record Cell(Part at, long visits, @Length(4) int[] neighbours) {
    }

    /**
     * Runs it.
     *
     * @param args "external" if words are declared to be stored from outside
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs ask = shmem.allocateLongs(4).named("ask");
            shmem.allocateLongs(4).named("other");
            shmem.allocateLongs(4).named("full");
            shmem.allocateLongs(4).named("done");
            SymmetricLongs answer = shmem.allocateLongs(4).named("answer");
            shmem.allocateInts(4).named("counts");
            shmem.allocateDoubles(6).named("numbers");
            SymmetricDoubles2D grid = SymmetricDoubles2D.allocate(shmem, 3, 4).named("grid");
            SymmetricRecords<Cell> cells = SymmetricRecords.allocate(shmem, Cell.class, 3).named("cells");
            SymmetricStrings names = SymmetricStrings.allocate(shmem, 2, 10).named("names");
            Signal signal = shmem.allocateSignal().named("signal");
            SymmetricLongs extra = shmem.allocateLongs(1).named("extra");
            if (args.length > 0) {
                ask.external();
            }
            grid.set(2, 3, shmem.myPe() + 0.5);
            cells.set(1, new Cell(new Part(1.5, 2.5), 7 + shmem.myPe(), new int[] {4, 3, 2, 1}));
            names.set(1, "wörter");
            signal.word().set(0, -1);
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println("ready");
            }
            int me = shmem.myPe();
            for (long seen = 0;;) {
                ask.waitUntil(0, Cmp.NE, seen);
                seen = ask.getAcquire(0);
                switch ((int) ask.get(1)) {
                    case END -> {
                        return;
                    }
                    case PUT_QUIET -> {
                        shmem.p(answer, 0, seen, me);
                        shmem.quiet();
                    }
                    case STORE -> answer.set(0, seen);
                    case FREE -> {
                        extra.free();
                        shmem.allocateLongs(1).named("again");
                    }
                    default -> { }
                }
                if (ask.get(1) != PUT_QUIET && ask.get(1) != STORE) {
                    shmem.atomicSet(answer, 0, seen, me);
                }
            }
        }
    }
}

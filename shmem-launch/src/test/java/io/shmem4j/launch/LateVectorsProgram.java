// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import java.util.Arrays;

/** Long reductions, each verified, until loops with vectors have come on both PEs, and for a while after. */
public final class LateVectorsProgram {
    private static final int COUNT = 64 << 10;
    /** A look at the threads takes as long as some reductions. */
    private static final int AT_A_TIME = 20;
    private static final long PATIENCE_NANOS = 300_000_000_000L;

    private final Shmem shmem;
    private final SymmetricInts ints;
    private final SymmetricInts sums;
    private final SymmetricDoubles doubles;
    private final SymmetricDoubles products;
    private final SymmetricInts waiting;
    private final SymmetricInts anyWaits;
    private final int[] rightSums = new int[COUNT];
    private final double[] rightProducts = new double[COUNT];

    private LateVectorsProgram(Shmem shmem) {
        this.shmem = shmem;
        this.ints = shmem.allocateInts(COUNT);
        this.sums = shmem.allocateInts(COUNT);
        this.doubles = shmem.allocateDoubles(COUNT);
        this.products = shmem.allocateDoubles(COUNT);
        this.waiting = shmem.allocateInts(1);
        this.anyWaits = shmem.allocateInts(1);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            new LateVectorsProgram(shmem).run();
        }
    }

    private void run() {
        boolean before = moduleIsThere();
        for (int i = 0; i < COUNT; i++) {
            ints.set(i, number(i, shmem.myPe()));
            doubles.set(i, 1.0 / number(i, shmem.myPe()));
            rightSums[i] = number(i, 0) + number(i, 1);
            rightProducts[i] = 1.0 / number(i, 0) * (1.0 / number(i, 1));
        }
        long end = System.nanoTime() + PATIENCE_NANOS;
        do {
            reduceSome();
            waiting.set(0, settled() || System.nanoTime() > end ? 0 : 1);
            shmem.world().maxReduce(anyWaits, waiting, 1);
        } while (anyWaits.get(0) == 1);
        reduceSome();
        System.out.println("module before " + before + ", after " + moduleIsThere());
    }

    private static int number(int index, int pe) {
        return index * 31 + pe * 7 + 1;
    }

    private void reduceSome() {
        for (int i = 0; i < AT_A_TIME; i++) {
            shmem.world().sumReduce(sums, ints, COUNT);
            shmem.world().prodReduce(products, doubles, COUNT);
            int wrong = Arrays.mismatch(rightSums, sums.toArray());
            int inexact = Arrays.mismatch(rightProducts, products.toArray());
            if (wrong >= 0 || inexact >= 0) {
                throw new IllegalStateException("sum " + wrong + " or product " + inexact + " is wrong");
            }
        }
    }

    private static boolean settled() {
        return Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().equals("shmem4j-vectors")) && moduleIsThere();
    }

    private static boolean moduleIsThere() {
        try {
            Class.forName("jdk.incubator.vector.Vector");
            return true;
        } catch (ClassNotFoundException | IllegalAccessError e) {
            // The second: it is being loaded for another PE of this JVM.
            return false;
        }
    }
}

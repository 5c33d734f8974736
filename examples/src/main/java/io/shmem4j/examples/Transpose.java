// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.util.Arrays;
import java.util.Locale;

/**
 * Repeatedly adds the transpose of one matrix to another. Each PE has a band of rows of both. It packs transposed
 * blocks for all PEs, exchanges them by an alltoall, and adds the blocks that it receives.
 *
 * <p>Each loop nest is a method of its own, which the JIT compiles better than a part of a long main.
 *
 * <p>Arguments: rows of a band (default 256), iterations (default 20).
 */
public final class Transpose {
    public static void main(String[] args) {
        Arguments arguments = new Arguments("transpose [rows [iterations]]", args, 2);
        int rows = arguments.count(0, 256);
        int iterations = arguments.count(1, 20);
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int n = shmem.nPes();
            int order = Math.multiplyExact(rows, n);
            double[] a = new double[rows * order];
            double[] b = new double[rows * order];
            SymmetricDoubles packed = shmem.allocateDoubles((long) rows * order).named("packed");
            SymmetricDoubles arrived = shmem.allocateDoubles((long) rows * order).named("arrived");
            Arrays.setAll(a, i -> (double) me * rows * order + i);
            shmem.barrierAll();
            double start = shmem.time();
            for (int k = 0; k < iterations; k++) {
                pack(a, packed, rows, n);
                shmem.world().alltoall(arrived, packed, (long) rows * rows);
                add(b, arrived, rows, n);
                increment(a);
            }
            double seconds = shmem.world().maxReduce(shmem.time() - start);
            check(b, me * rows, order, iterations);
            if (me == 0) {
                System.out.printf(Locale.ROOT, "transpose of %d x %d on %d PEs: %.3f ms, %.2f GB/s%n", order, order, n,
                    seconds / iterations * 1e3, 2.0 * Double.BYTES * order * order * iterations / seconds * 1e-9);
            }
            shmem.finish();
        }
    }

    /** Packs the transposed blocks one after another. */
    private static void pack(double[] a, SymmetricDoubles packed, int rows, int n) {
        int order = rows * n;
        for (int block = 0; block < n; block++) {
            for (int column = 0; column < rows; column++) {
                int to = (block * rows + column) * rows;
                int from = block * rows + column;
                for (int row = 0; row < rows; row++) {
                    packed.set(to + row, a[from + row * order]);
                }
            }
        }
    }

    private static void add(double[] b, SymmetricDoubles arrived, int rows, int n) {
        int order = rows * n;
        for (int block = 0; block < n; block++) {
            for (int row = 0; row < rows; row++) {
                int from = (block * rows + row) * rows;
                int to = row * order + block * rows;
                for (int column = 0; column < rows; column++) {
                    b[to + column] += arrived.get(from + column);
                }
            }
        }
    }

    private static void increment(double[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
    }

    private static void check(double[] b, int firstRow, int order, int iterations) {
        double increments = iterations * (iterations - 1.0) / 2;
        for (int i = 0; i < b.length; i++) {
            int row = firstRow + i / order;
            int column = i % order;
            double expected = iterations * ((double) column * order + row) + increments;
            if (b[i] != expected) {
                throw new AssertionError("row " + row + ", column " + column + " is " + b[i] + ", not " + expected);
            }
        }
    }
}

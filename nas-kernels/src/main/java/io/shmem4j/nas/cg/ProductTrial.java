// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cg;

/** Which of two loops multiplies some rows faster, by a trial of a few tens of milliseconds. */
final class ProductTrial {
    private static final int LEAST_PRODUCTS = 4;
    /** Long enough to have both loops compiled. */
    private static final long LEAST_NANOS = 80_000_000;

    private final SparseRows rows;
    private final double[] vector;
    private final double[] product;

    ProductTrial(SparseRows rows, double[] vector) {
        this.rows = rows;
        this.vector = vector;
        product = new double[rows.start.length - 1];
    }

    /** {@return the loop whose best time is less} */
    RowProduct faster(RowProduct one, RowProduct other) {
        long best = Long.MAX_VALUE;
        long bestOfOther = Long.MAX_VALUE;
        long end = System.nanoTime() + LEAST_NANOS;
        for (int i = 0; i < LEAST_PRODUCTS || System.nanoTime() < end; i++) {
            best = Math.min(best, nanos(one));
            bestOfOther = Math.min(bestOfOther, nanos(other));
        }
        return best <= bestOfOther ? one : other;
    }

    private long nanos(RowProduct loop) {
        long start = System.nanoTime();
        loop.multiply(rows, vector, product);
        return System.nanoTime() - start;
    }
}

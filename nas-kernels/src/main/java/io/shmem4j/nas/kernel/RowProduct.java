// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The product of rows and a vector by one of two loops; processor and matrix decide which is faster. */
abstract class RowProduct {
    /**
     * {@return the faster loop for some rows}
     *
     * @param vector the vector they will be multiplied by
     * @param mapped whether time is that of this processor, so that a trial finds the faster loop
     */
    static RowProduct fastest(SparseRows rows, double[] vector, boolean mapped) {
        return mapped ? new Trial(rows, vector).faster(new Gathering(), new FourSums()) : new Gathering();
    }

    final void multiply(SparseRows rows, double[] p, double[] product) {
        for (int row = 0; row < product.length; row++) {
            product[row] = row(rows.column, rows.value, p, rows.start[row], rows.start[row + 1]);
        }
    }

    /** {@return the product of p and the entries of a range} */
    abstract double row(int[] column, double[] value, double[] p, int from, int to);

    abstract String words();

    /** Scalar, in four independent sums. */
    static final class FourSums extends RowProduct {
        @Override
        double row(int[] column, double[] value, double[] p, int from, int to) {
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            int at = from;
            for (; at < to - 3; at += 4) {
                s0 += value[at] * p[column[at]];
                s1 += value[at + 1] * p[column[at + 1]];
                s2 += value[at + 2] * p[column[at + 2]];
                s3 += value[at + 3] * p[column[at + 3]];
            }
            return rest(column, value, p, at, to) + s0 + s1 + (s2 + s3);
        }

        @Override
        String words() {
            return "four sums";
        }
    }

    /** Gathers a vector's worth of columns at a time. */
    static final class Gathering extends RowProduct {
        private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
        private static final int LANES = SPECIES.length();

        @Override
        double row(int[] column, double[] value, double[] p, int from, int to) {
            DoubleVector even = DoubleVector.zero(SPECIES);
            DoubleVector odd = even;
            int at = from;
            for (; at <= to - 2 * LANES; at += 2 * LANES) {
                even = DoubleVector.fromArray(SPECIES, value, at)
                    .fma(DoubleVector.fromArray(SPECIES, p, 0, column, at), even);
                odd = DoubleVector.fromArray(SPECIES, value, at + LANES)
                    .fma(DoubleVector.fromArray(SPECIES, p, 0, column, at + LANES), odd);
            }
            return even.add(odd).reduceLanes(VectorOperators.ADD) + rest(column, value, p, at, to);
        }

        @Override
        String words() {
            return "gathers";
        }
    }

    /** {@return the product of the last entries of a row} */
    private static double rest(int[] column, double[] value, double[] p, int from, int to) {
        double sum = 0;
        for (int at = from; at < to; at++) {
            sum += value[at] * p[column[at]];
        }
        return sum;
    }

    /** Finds the faster loop in a trial of some 80 ms. */
    static final class Trial {
        private static final int LEAST_PRODUCTS = 4;
        /** Long enough to compile both loops. */
        private static final long LEAST_NANOS = 80_000_000;

        private final SparseRows rows;
        private final double[] vector;
        private final double[] product;

        Trial(SparseRows rows, double[] vector) {
            this.rows = rows;
            this.vector = vector;
            product = new double[rows.start.length - 1];
        }

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
}

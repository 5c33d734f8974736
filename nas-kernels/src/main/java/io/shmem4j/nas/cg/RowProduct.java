// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cg;

import io.shmem4j.nas.npb.VectorApi;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Rows by a vector. */
abstract class RowProduct {
    /** {@return the loops in force} */
    static RowProduct fastest() {
        return VectorApi.THERE ? new Gathering() : new OneByOne();
    }

    /** Computes the product of rows and p. */
    final void multiply(SparseRows rows, double[] p, double[] product) {
        for (int row = 0; row < product.length; row++) {
            product[row] = row(rows.column, rows.value, p, rows.start[row], rows.start[row + 1]);
        }
    }

    abstract double row(int[] column, double[] value, double[] p, int from, int to);

    /** Number by number, in two sums. */
    static final class OneByOne extends RowProduct {
        @Override
        double row(int[] column, double[] value, double[] p, int from, int to) {
            return scalar(column, value, p, from, to);
        }

        static double scalar(int[] column, double[] value, double[] p, int from, int to) {
            double even = 0;
            double odd = 0;
            int at = from;
            for (; at < to - 1; at += 2) {
                even += value[at] * p[column[at]];
                odd += value[at + 1] * p[column[at + 1]];
            }
            return at < to ? even + odd + value[at] * p[column[at]] : even + odd;
        }
    }

    /** A vector of columns at a time, whose numbers are gathered. */
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
            return even.add(odd).reduceLanes(VectorOperators.ADD)
                + OneByOne.scalar(column, value, p, at, to);
        }
    }
}

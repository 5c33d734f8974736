// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.nas.npb.NpbRandom;
import java.util.Arrays;

/**
 * Rows of the matrix as lists of columns in rising order with their values.
 *
 * <p>A row is generated from the sparse vectors with an entry there, in the order of the vectors, so only the rows take
 * memory.
 */
final class SparseRows {
    /** Ratio of the weights of the last and the first vector, and the smallest eigenvalue before the shift. */
    private static final double CONDITION = 0.1;

    /** Start of each row, and the end of the last. */
    final int[] start;
    final int[] column;
    final double[] value;

    private final SparseVectors vectors;
    private final int n;
    private final int first;
    private final double shift;
    private final double[] weight;
    /** Entries of vectors by row: the start of each row, and the entries. */
    private final int[] listStart;
    private final int[] list;
    /** The present row: its columns, values by column, and the last row of each column. */
    private final int[] columns;
    private final double[] dense;
    private final int[] met;

    SparseRows(CgProblem problem, int first, int end) {
        vectors = new SparseVectors(problem);
        n = problem.n();
        shift = problem.shift();
        this.first = first;
        int rows = end - first;
        weight = weights(n);
        listStart = new int[rows + 1];
        list = list(rows);
        columns = new int[n];
        dense = new double[n];
        met = new int[n];
        start = new int[rows + 1];
        Arrays.fill(met, -1);
        for (int row = 0; row < rows; row++) {
            start[row + 1] = start[row] + gather(row);
        }
        column = new int[start[rows]];
        value = new double[start[rows]];
        Arrays.fill(met, -1);
        for (int row = 0; row < rows; row++) {
            store(row, gather(row));
        }
    }

    private static double[] weights(int n) {
        double[] weights = new double[n];
        double ratio = Math.pow(CONDITION, 1.0 / n);
        double weight = 1;
        for (int v = 0; v < n; v++) {
            weights[v] = weight;
            weight *= ratio;
        }
        return weights;
    }

    /** {@return entries sorted by row and then by vector} */
    private int[] list(int rows) {
        int[] count = new int[rows];
        for (int v = 0; v < n; v++) {
            for (int e = v * vectors.width; e < v * vectors.width + vectors.count[v]; e++) {
                int row = vectors.place[e] - first;
                if (row >= 0 && row < rows) {
                    count[row]++;
                }
            }
        }
        for (int row = 0; row < rows; row++) {
            listStart[row + 1] = listStart[row] + count[row];
        }
        int[] sorted = new int[listStart[rows]];
        int[] at = listStart.clone();
        for (int v = 0; v < n; v++) {
            for (int e = v * vectors.width; e < v * vectors.width + vectors.count[v]; e++) {
                int row = vectors.place[e] - first;
                if (row >= 0 && row < rows) {
                    sorted[at[row]++] = e;
                }
            }
        }
        return sorted;
    }

    /** Collects a row in dense form. {@return its number of columns} */
    private int gather(int row) {
        int diagonal = first + row;
        int count = 0;
        met[diagonal] = row;
        dense[diagonal] = CONDITION - shift;
        columns[count++] = diagonal;
        for (int at = listStart[row]; at < listStart[row + 1]; at++) {
            int v = list[at] / vectors.width;
            double factor = weight[v] * vectors.value[list[at]];
            for (int e = v * vectors.width; e < v * vectors.width + vectors.count[v]; e++) {
                int i = vectors.place[e];
                if (met[i] != row) {
                    met[i] = row;
                    dense[i] = 0;
                    columns[count++] = i;
                }
                dense[i] += vectors.value[e] * factor;
            }
        }
        return count;
    }

    private void store(int row, int count) {
        Arrays.sort(columns, 0, count);
        for (int i = 0; i < count; i++) {
            column[start[row] + i] = columns[i];
            value[start[row] + i] = dense[columns[i]];
        }
    }

    /** Random sparse vectors; the matrix is the sum of their outer products with falling weights. */
    private static final class SparseVectors {
        private static final double DIAGONAL = 0.5;

        /** Most entries of a vector; entry e of vector v has index v * width + e. */
        final int width;
        final int[] place;
        final double[] value;
        /** Entries of each vector. */
        final int[] count;

        SparseVectors(CgProblem problem) {
            int n = problem.n();
            width = problem.nonzer() + 1;
            place = new int[n * width];
            value = new double[n * width];
            count = new int[n];
            int power = 2;
            while (power < n) {
                power *= 2;
            }
            // The first number of the sequence is not used.
            NpbRandom random = new NpbRandom(NpbRandom.SEED, 1);
            int[] last = new int[n];
            Arrays.fill(last, -1);
            for (int v = 0; v < n; v++) {
                fill(v, problem.nonzer(), power, random, last);
            }
        }

        private void fill(int v, int entries, int power, NpbRandom random, int[] last) {
            int first = v * width;
            int at = first;
            boolean diagonal = false;
            while (at < first + entries) {
                double number = random.next();
                int i = (int) (power * random.next());
                if (i < last.length && last[i] != v) {
                    last[i] = v;
                    place[at] = i;
                    value[at] = i == v ? DIAGONAL : number;
                    diagonal |= i == v;
                    at++;
                }
            }
            if (!diagonal) {
                place[at] = v;
                value[at++] = DIAGONAL;
            }
            count[v] = at - first;
        }
    }
}

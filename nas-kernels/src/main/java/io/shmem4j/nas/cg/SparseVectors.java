// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cg;

import io.shmem4j.nas.npb.NpbRandom;
import java.util.Arrays;

/** The random sparse vectors v whose products, v times its transpose with falling weights, make the matrix. */
final class SparseVectors {
    private static final double DIAGONAL = 0.5;

    /** Most entries of a vector; entry e of vector v is at v times that plus e. */
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

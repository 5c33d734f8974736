// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/** Where the numbers are that make up a row of the right-hand side; positions in bytes, of i = 0 and the first row. */
final class RhsRow {
    /** Bytes of a row that are computed: the first, and behind the last; whole vectors. */
    int from;
    int to;
    /** This row's group of unknowns and derived numbers. */
    long here;
    /** Those of planes k-2, k-1, k+1 and k+2. */
    long below2;
    long below;
    long above;
    long above2;
    /** The forcing. */
    long forcing;
    /** The right-hand side. */
    long rhs;
    /** Weights of the stencil along x, a row for each of i-2 to i+2. */
    long x;
    /** 1 inside, 0 on the boundary and in the padding. */
    long inside;
    /** Weights of the stencil along y, of j-2 to j+2, and along z. */
    double[] y;
    double[] z;
}

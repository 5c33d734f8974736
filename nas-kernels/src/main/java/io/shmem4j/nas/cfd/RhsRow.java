// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/** Where the numbers are that make up a row of the right-hand side: addresses of i = 0 and of the first row. */
final class RhsRow {
    /** Bytes of a row that are computed: the first, and behind the last; whole vectors. */
    int from;
    int to;
    /** The line's unknowns, and those of lines one and two away along z (below, above), two along y (south, north). */
    long u;
    long uSouth2;
    long uNorth2;
    long uBelow2;
    long uBelow;
    long uAbove;
    long uAbove2;
    /** The line's derived numbers, and those of the lines around it. */
    long here;
    long south;
    long north;
    long below;
    long above;
    /** The forcing. */
    long forcing;
    /** The right-hand side. */
    long rhs;
    /** Weights of the stencil along x, a row of {@link FlowLayout#WEIGHTS} bytes for each of i-2 to i+2. */
    long x;
    /** 1 inside, 0 on the boundary and in the padding. */
    long inside;
    /** Weights of the stencil along y, of j-2 to j+2, and along z. */
    double[] y;
    double[] z;
}

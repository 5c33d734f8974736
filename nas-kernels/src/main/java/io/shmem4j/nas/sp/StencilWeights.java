// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/** The stencil of second differences and dissipation at one row: along x by i, along y and z by the row's j and k. */
final class StencilWeights {
    /** Five rows of numbers, of i-2 to i+2. */
    final double[] x;
    /** Numbers of j-2 to j+2. */
    double[] y;
    /** Numbers of k-2 to k+2. */
    double[] z;

    StencilWeights(SpConstants c, int from, int count, int pitch) {
        x = new double[SpConstants.UNKNOWNS * pitch];
        for (int i = 0; i < count; i++) {
            for (int s = 0; s < SpConstants.UNKNOWNS; s++) {
                x[s * pitch + i] = c.stencil[0][from + i][s];
            }
        }
    }
}

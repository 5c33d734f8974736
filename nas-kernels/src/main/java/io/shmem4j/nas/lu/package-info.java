// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark LU: steps of symmetric successive over-relaxation on the grid of {@link io.shmem4j.nas.cfd}.
 *
 * <p>A step sweeps from the lowest corner of the grid to the highest and back. A point needs what the sweep has made of
 * its neighbours before along x, y and z. Each PE has some lines of every plane, so PEs work on different planes at a
 * time, each one behind the PE before it.
 */
package io.shmem4j.nas.lu;

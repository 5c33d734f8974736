// SPDX-License-Identifier: Apache-2.0
/**
 * Multigrid: V-cycles for the equation of Poisson on a periodic cube of points.
 *
 * <p>PEs have planes of the finer grids. After each operator they bring the planes next to theirs up to date. Coarse
 * grids that are too small to be shared are whole on all PEs.
 */
package io.shmem4j.nas.mg;

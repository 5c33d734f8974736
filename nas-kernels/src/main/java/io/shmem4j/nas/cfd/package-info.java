// SPDX-License-Identifier: Apache-2.0
/**
 * The flow solvers BT, LU and SP, and what they share: exact solution, first state, right-hand side, norms and memory
 * layout.
 *
 * <p>The five unknowns of a grid point are density, three momenta and energy. Rows along x of the same unknown lie
 * together, {@code [k][j][m][i]}, padded to whole vectors; the padding holds the state of rest (1, 0, 0, 0, 1), so
 * that unused lanes stay finite.
 *
 * <p>BT and SP take steps of an approximately factored solver. Along each direction BT solves block tridiagonal
 * systems, whose blocks couple the five unknowns, and SP scalar pentadiagonal ones. They deal the grid to the PEs in
 * slabs, which are runs of planes, or in cells on its diagonals, the multipartition.
 *
 * <p>LU takes steps of symmetric successive over-relaxation: each sweeps from the lowest corner of the grid to the
 * highest and back. A point needs what the sweep has made of its neighbours before along x, y and z. Each PE has some
 * lines of every plane, or a part of them, so PEs work on different planes at a time, each one behind the PEs before
 * it.
 */
package io.shmem4j.nas.cfd;

// SPDX-License-Identifier: Apache-2.0
/**
 * The flow solvers BT, LU and SP, and the parts they share: exact solution, initial state, right-hand side, norms and
 * memory layout.
 *
 * <p>A grid point has five unknowns: density, three momenta and energy. Rows along x of one unknown are contiguous,
 * {@code [k][j][m][i]}, and padded to whole vectors. The padding holds the state of rest (1, 0, 0, 0, 1), so unused
 * lanes stay finite.
 *
 * <p>BT and SP advance an approximately factored scheme. In each direction BT solves block tridiagonal systems that
 * couple the five unknowns, and SP solves scalar pentadiagonal systems. A PE owns cells on diagonals of the grid
 * ({@link CellGrid}).
 *
 * <p>LU advances by symmetric successive over-relaxation: a sweep from the lowest corner to the highest, then one back.
 * A point depends on its predecessors in x, y and z. A PE owns a pencil, a part of every plane ({@link PeGrid}), so PEs
 * work on different planes at a time.
 */
package io.shmem4j.nas.cfd;

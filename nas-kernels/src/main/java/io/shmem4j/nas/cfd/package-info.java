// SPDX-License-Identifier: Apache-2.0
/**
 * The flow that BT, LU and SP compute: its exact solution, first state, right-hand side, norms and memory layout.
 *
 * <p>The five unknowns of a grid point are density, three momenta and energy. Rows along x of the same unknown lie
 * together, {@code [k][j][m][i]}, padded to whole vectors; the padding holds the state of rest (1, 0, 0, 0, 1), so
 * that unused lanes stay finite.
 */
package io.shmem4j.nas.cfd;

// SPDX-License-Identifier: Apache-2.0
/**
 * The scalar pentadiagonal benchmark SP: steps of an approximately factored solver on a cubic grid, with a right-hand
 * side and one scalar pentadiagonal solution along each direction in every step.
 *
 * <p>The five unknowns of a grid point are density, three momenta and energy. Rows along x of the same unknown lie
 * together, {@code [k][j][m][i]}, padded to whole vectors; the padding holds the state of rest (1, 0, 0, 0, 1), so
 * that unused lanes stay finite.
 */
package io.shmem4j.nas.sp;

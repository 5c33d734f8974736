// SPDX-License-Identifier: Apache-2.0
/**
 * Conjugate Gradient: estimates the smallest eigenvalue of a sparse symmetric matrix by inverse iteration.
 *
 * <p>Each iteration solves a system by 25 steps of the method of conjugate gradients. PEs have rows of the matrix;
 * before a step multiplies, each PE gets all of the vector of which it has computed a part.
 */
package io.shmem4j.nas.cg;

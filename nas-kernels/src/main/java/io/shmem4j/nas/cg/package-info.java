// SPDX-License-Identifier: Apache-2.0
/**
 * Conjugate Gradient: estimates the smallest eigenvalue of a sparse symmetric matrix by inverse iteration.
 *
 * <p>Each iteration solves a system by 25 steps of the method of conjugate gradients. PEs have rows of the matrix;
 * each PE has computed a part of the vector, and gets all of it before a step multiplies.
 */
package io.shmem4j.nas.cg;

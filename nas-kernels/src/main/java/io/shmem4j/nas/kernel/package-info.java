// SPDX-License-Identifier: Apache-2.0
/**
 * The kernels of a few files each: EP, CG, FT and DT.
 *
 * <p>EP counts pairs of Gaussian deviates by square annuli; PEs share only the final sums. CG finds the smallest
 * eigenvalue of a sparse matrix by conjugate gradients. FT solves a diffusion equation by a 3D Fourier transform. DT
 * sends feature arrays along the arcs of a task graph.
 */
package io.shmem4j.nas.kernel;

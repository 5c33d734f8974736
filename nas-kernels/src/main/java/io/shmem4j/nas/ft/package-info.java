// SPDX-License-Identifier: Apache-2.0
/**
 * Fourier Transform: solves a diffusion equation by three-dimensional transforms.
 *
 * <p>PEs have planes of equal z, in which they transform along x and y, and rows of equal y of all planes, through
 * which they transform along z. Between the two the whole grid changes hands.
 */
package io.shmem4j.nas.ft;

// SPDX-License-Identifier: Apache-2.0
/**
 * Embarrassingly Parallel: pairs of Gaussian deviates from pairs of random numbers, counted by square annuli.
 *
 * <p>Each batch of pairs has its own place in the random sequence, so PEs share nothing but the sums at the end.
 */
package io.shmem4j.nas.ep;

// SPDX-License-Identifier: Apache-2.0
/**
 * The algorithms of Ramos and Hoefler, HPDC 2013, section 4, as programs on cache lines: which line each PE reads and
 * writes in which order. They move real values; what time they take comes out of the chip.
 */
package io.shmem4j.studies.knc.algorithm;

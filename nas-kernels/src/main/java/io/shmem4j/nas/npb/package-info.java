// SPDX-License-Identifier: Apache-2.0
/**
 * What all NAS parallel benchmarks share: problem classes, the random numbers, timers, sums over the PEs and the report
 * at the end.
 */
package io.shmem4j.nas.npb;

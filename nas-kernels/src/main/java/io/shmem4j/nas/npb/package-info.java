// SPDX-License-Identifier: Apache-2.0
/**
 * The common part of all NAS parallel benchmarks: problem classes, the random numbers, timers, sums over the PEs and
 * the report at the end.
 */
package io.shmem4j.nas.npb;

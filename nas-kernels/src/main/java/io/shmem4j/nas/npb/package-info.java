// SPDX-License-Identifier: Apache-2.0
/**
 * The framework of the NAS kernels: problem classes, random numbers, timers, sums over PEs and reports.
 */
package io.shmem4j.nas.npb;

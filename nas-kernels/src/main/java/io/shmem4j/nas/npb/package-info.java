// SPDX-License-Identifier: Apache-2.0
/** Framework of the NAS kernels: problem classes, random numbers, timers, sums over PEs, reports. */
package io.shmem4j.nas.npb;

// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of single routines: one-sided operations, strides, atomics, locks, overlap, collectives. */
package io.shmem4j.bench.call;

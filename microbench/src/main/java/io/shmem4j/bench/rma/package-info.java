// SPDX-License-Identifier: Apache-2.0
/** One-sided operations: latency, bandwidth, strides, ptr, atomics, locks, overlap and progress. */
package io.shmem4j.bench.rma;

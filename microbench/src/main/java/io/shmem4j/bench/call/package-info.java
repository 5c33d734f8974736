// SPDX-License-Identifier: Apache-2.0
/** The calls of the library, timed one by one: one-sided operations, strides, atomics, locks, overlap, collectives. */
package io.shmem4j.bench.call;

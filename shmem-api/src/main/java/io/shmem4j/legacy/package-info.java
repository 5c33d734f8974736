// SPDX-License-Identifier: Apache-2.0
/**
 * The deprecated routines of OpenSHMEM, so that old C programs can be ported line by line: active sets with work
 * arrays, {@code start_pes}, atomics and waits under their old names.
 *
 * <p>All are static methods of {@link io.shmem4j.legacy.LegacyShmem}. What has not changed since those days (put, get,
 * {@code shmem_barrier_all}, ...) is on the handle that {@code LegacyShmem.shmem()} returns.
 */
package io.shmem4j.legacy;

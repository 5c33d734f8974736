// SPDX-License-Identifier: Apache-2.0
/**
 * The deprecated routines of OpenSHMEM, so that old C programs can be ported line by line: active sets with work
 * arrays, {@code start_pes}, atomics and waits under their old names.
 *
 * <p>All are static methods of {@link io.shmem4j.legacy.LegacyShmem}. Routines that have not changed since (put, get,
 * {@code shmem_barrier_all}, ...) are on the handle of {@code LegacyShmem.shmem()}.
 */
package io.shmem4j.legacy;

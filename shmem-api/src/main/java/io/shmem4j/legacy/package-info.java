// SPDX-License-Identifier: Apache-2.0
/**
 * The deprecated routines of OpenSHMEM, for porting old C programs line by line: active sets with work arrays,
 * {@code start_pes}, atomics and waits under their old names.
 *
 * <p>All are static methods of {@link io.shmem4j.legacy.LegacyShmem}. Routines that are not deprecated (put, get,
 * {@code shmem_barrier_all}, ...) are methods of the handle {@code LegacyShmem.shmem()}.
 */
package io.shmem4j.legacy;

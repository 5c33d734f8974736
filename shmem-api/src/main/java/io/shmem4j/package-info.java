// SPDX-License-Identifier: Apache-2.0
/**
 * OpenSHMEM 1.6 for Java.
 *
 * <p>{@link io.shmem4j.Shmem} is a PE's handle and its default {@link io.shmem4j.Context}; {@code shmem_long_put(...)}
 * is {@code shmem.put(...)} on {@link io.shmem4j.SymmetricLongs}, {@code shmem_ctx_long_put(ctx, ...)} is
 * {@code ctx.put(...)}. An address is a symmetric object and a {@code long} index. Counts, indices and strides are in
 * elements; only the {@code mem} forms count bytes.
 *
 * <p>Undefined behaviour that a cheap check can detect is an unchecked exception that names the PE, the routine, the
 * object, and what to do.
 */
package io.shmem4j;

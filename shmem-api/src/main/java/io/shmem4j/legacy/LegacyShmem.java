// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.legacy;

/**
 * The deprecated routines as static methods: drop {@code shmem_} and the type's name, and write the rest in camel case;
 * {@code shmem_int_sum_to_all(...)} is {@code LegacyShmem.sumToAll(...)} on {@link io.shmem4j.SymmetricInts}.
 *
 * <p>The first use of an active set makes a team, which the library keeps. Only that first use needs {@code pSync}.
 * {@code pWrk} is never used and may be null. Collectives here differ from those of teams in one thing: a broadcast
 * does not write the dest of its root.
 *
 * @deprecated since OpenSHMEM 1.5; use {@link io.shmem4j.Shmem} and {@link io.shmem4j.Team}
 */
@Deprecated(since = "1.5")
public final class LegacyShmem extends LegacyCollectives {
    private LegacyShmem() {
    }
}

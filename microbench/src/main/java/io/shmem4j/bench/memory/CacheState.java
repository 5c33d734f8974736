// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

/** State of a buffer in the cores' caches before it is accessed. */
enum CacheState {
    /** In the own cache, last written by the own core. */
    HIT_MODIFIED("hit M"),
    /** In the own cache only, unmodified: read after all caches had dropped it. */
    HIT_EXCLUSIVE("hit E"),
    /** In both caches, last written by the other core, which is the owner in MOESI protocols. */
    HIT_SHARED("hit S"),
    /** In both caches, last written by the own core, which is the owner in MOESI protocols. */
    HIT_OWNED("hit O"),
    /** In the cache of the other core, which has written it. */
    MISS_MODIFIED("miss M"),
    /** In the cache of the other core only, unmodified. */
    MISS_EXCLUSIVE("miss E"),
    /** In the caches of two other cores, unmodified. Requires three cores. */
    MISS_SHARED("miss S"),
    /** As hit O, but the other core has flushed the lines that it read. */
    HIT_OWNED_FLUSHED("hit O flushed"),
    /** As miss M, but the other core has flushed the lines that it wrote. */
    MISS_MODIFIED_FLUSHED("miss M flushed");

    final String title;

    CacheState(String title) {
        this.title = title;
    }

    /** {@return whether the other core flushes the lines in the end} */
    boolean flushed() {
        return this == HIT_OWNED_FLUSHED || this == MISS_MODIFIED_FLUSHED;
    }

    /** {@return whether lines are flushed to reach the state} */
    boolean flushes() {
        return flushed() || this == HIT_EXCLUSIVE || this == MISS_EXCLUSIVE || this == MISS_SHARED;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

/** Caches with a buffer before it is accessed, and its state there. */
enum CacheState {
    /** Own cache, written last by the own core. */
    HIT_MODIFIED("hit M"),
    /** Own cache only and clean: read after all caches had to give it up. */
    HIT_EXCLUSIVE("hit E"),
    /** Own cache and the other's, written last by the other core, which MOESI protocols make the owner. */
    HIT_SHARED("hit S"),
    /** Own cache and the other's, written last by the own core; MOESI protocols keep it as Owned. */
    HIT_OWNED("hit O"),
    /** Cache of the other core, which wrote it. */
    MISS_MODIFIED("miss M"),
    /** Cache of the other core only, and clean. */
    MISS_EXCLUSIVE("miss E"),
    /** Caches of two other cores, and clean; needs a third core. */
    MISS_SHARED("miss S"),
    /** Like hit O, but the other core flushed what it had read. */
    HIT_OWNED_FLUSHED("hit O flushed"),
    /** Like miss M, but the other core flushed what it had written. */
    MISS_MODIFIED_FLUSHED("miss M flushed");

    final String title;

    CacheState(String title) {
        this.title = title;
    }

    /** {@return whether the other core flushes lines} */
    boolean flushed() {
        return this == HIT_OWNED_FLUSHED || this == MISS_MODIFIED_FLUSHED;
    }

    /** {@return whether lines are flushed on the way to it} */
    boolean flushes() {
        return flushed() || this == HIT_EXCLUSIVE || this == MISS_EXCLUSIVE || this == MISS_SHARED;
    }
}

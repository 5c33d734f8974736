// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

/** In which caches, and in which state, a buffer is before it is accessed. */
enum CacheState {
    /** In the own cache, written last by the own core. */
    HIT_MODIFIED("hit M"),
    /** In the own cache only and clean: read after all caches had to give it up. */
    HIT_EXCLUSIVE("hit E"),
    /** In the own cache and the other's, clean where lines can be written back, else written last by the other core. */
    HIT_SHARED("hit S"),
    /** In the own cache and the other's, written last by the own core; MOESI protocols keep it as Owned. */
    HIT_OWNED("hit O"),
    /** In the other core's cache, which wrote it. */
    MISS_MODIFIED("miss M"),
    /** In the other core's cache only and clean. */
    MISS_EXCLUSIVE("miss E"),
    /** In two other cores' caches; needs a third core. */
    MISS_SHARED("miss S"),
    /** As hit O, but the other core wrote back what it had read. */
    HIT_OWNED_FLUSHED("hit O flushed"),
    /** As miss M, but the other core wrote back what it had written. */
    MISS_MODIFIED_FLUSHED("miss M flushed");

    private final String title;

    CacheState(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** {@return whether lines are written back on the way to it} */
    boolean flushes() {
        return this == HIT_OWNED_FLUSHED || this == MISS_MODIFIED_FLUSHED;
    }

    /** {@return whether setting it up means pushing everything out of the caches} */
    boolean evicts() {
        return this == HIT_EXCLUSIVE || this == MISS_EXCLUSIVE;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** A program's promise about its threads, {@code SHMEM_THREAD_*}, in increasing order. */
public enum ThreadLevel {
    /** The program has one thread. */
    SINGLE,
    /** Only the thread that initialised makes calls. */
    FUNNELED,
    /** Any thread makes calls, never two at once. */
    SERIALIZED,
    /** Any thread makes calls at any time. */
    MULTIPLE
}

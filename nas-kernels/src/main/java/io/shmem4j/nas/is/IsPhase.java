// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

/** The parts of a ranking that are timed. */
enum IsPhase {
    /** Counting this PE's keys by bucket. */
    COUNT,
    /** Summing the counts over all PEs, and dealing the buckets. */
    REDUCTION,
    /** Grouping this PE's keys by owner. */
    GROUP,
    /** Telling each PE how many keys it gets. */
    EXCHANGE_COUNTS,
    /** Moving the keys. */
    MOVE_KEYS,
    /** Counting the keys this PE got. */
    RANK
}

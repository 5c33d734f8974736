// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

/** How keys reach the PEs that own their buckets; the three ways differ in who moves them and what waits for what. */
abstract sealed class KeyExchange permits PutGetExchange, DirectExchange, NoCopyExchange {
    /**
     * Groups my keys by the PEs that get them.
     *
     * @param keys the keys
     * @param deal who gets what
     */
    abstract void group(int[] keys, BucketDeal deal);

    /**
     * Lets each PE know how many keys it gets from whom, and where they are or go. Collective.
     *
     * @param deal who gets what
     */
    abstract void counts(BucketDeal deal);

    /**
     * Moves the keys. Collective.
     *
     * @param deal who gets what
     */
    abstract void keys(BucketDeal deal);

    /**
     * Counts the keys I got.
     *
     * @param smallest  smallest key I can get
     * @param histogram counters
     */
    abstract void histogram(int smallest, int[] histogram);

    /** {@return the keys I got} */
    abstract int[] received();

    /** Gives the symmetric memory back; collective. */
    abstract void free();
}

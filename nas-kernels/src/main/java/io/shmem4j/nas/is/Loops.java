// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.nas.npb.VectorApi;

/** How keys are parted. */
enum Loops {
    /** One by one. */
    SCALAR,
    /** With the Vector API, whose operations are very slow until they are compiled. */
    VECTOR;

    /** {@return the fastest one, once compiled} */
    static Loops fastest() {
        return VectorApi.THERE && VectorSplit.FAST ? VECTOR : SCALAR;
    }

    /**
     * Parts some keys.
     *
     * @param keys    the keys
     * @param from    where they begin
     * @param to      where they end
     * @param bound   of the smaller ones
     * @param smaller gets those below the bound
     * @param larger  gets the others
     * @return how many are below
     */
    int split(int[] keys, int from, int to, int bound, int[] smaller, int[] larger) {
        return this == VECTOR ? VectorSplit.split(keys, from, to, bound, smaller, larger)
            : KeyLoops.split(keys, from, to, bound, smaller, 0, larger, 0);
    }
}

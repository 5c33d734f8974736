// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;

/** The ways to move keys, named as on the command line. */
enum KeyTransfer {
    /** Put and get. */
    PUTGET,
    /** Load and store. */
    DIRECT,
    /** Load and store, without a copy of the keys. */
    NOCOPY;

    /** Room for the table of groups, bucket sizes and totals, and the padding between objects. */
    private static final long SMALL = 1 << 15;

    /** {@return bytes of symmetric heap that it needs, at most} */
    long bytes(int keys, int capacity, int pes) {
        return (long) Integer.BYTES * ((this == PUTGET ? capacity : keys) + 2L * pes) + SMALL;
    }

    KeyExchange exchange(Shmem shmem, Grouping grouping, int keys, int capacity) {
        return switch (this) {
            case PUTGET -> new PutGetExchange(shmem, grouping, keys, capacity);
            case DIRECT -> new DirectExchange(shmem, grouping, keys, capacity);
            case NOCOPY -> new NoCopyExchange(shmem, grouping, keys);
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;

/** Random places in a table that all PEs share, for histogram and index gather. */
final class Requests {
    private static final int MOST = 1 << 26;

    static final Option ENTRIES = Option.amount("--entries", "10000", MOST, "entries of the table on each PE");
    static final Option REQUESTS = Option.amount("--requests", "100000", MOST, "random requests of each PE");
    /** Requests that are collected before they are sent together. */
    static final int ROUND = 1 << 12;

    final int[] pes;
    final int[] places;

    Requests(Options options, int pe, int nPes) {
        KeyStream random = new KeyStream(1, pe);
        int entries = options.number(ENTRIES);
        pes = new int[options.number(REQUESTS)];
        places = new int[pes.length];
        for (int i = 0; i < pes.length; i++) {
            pes[i] = random.below(nPes);
            places[i] = random.below(entries);
        }
    }

    int count() {
        return pes.length;
    }
}

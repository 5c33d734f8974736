// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;

/** Random places in a table that all PEs share, for histogram and index gather. */
final class Requests {
    static final Option ENTRIES = new Option("--entries", "N", "10000", "entries of the table on each PE");
    static final Option REQUESTS = new Option("--requests", "N", "100000", "random requests of each PE");
    /** Requests that are collected before they are sent together. */
    static final int ROUND = 1 << 12;
    private static final long MOST = 1 << 26;

    final int[] pes;
    final int[] places;

    Requests(Options options, int pe, int nPes) {
        KeyStream random = new KeyStream(1, pe);
        int entries = number(options, ENTRIES);
        pes = new int[number(options, REQUESTS)];
        places = new int[pes.length];
        for (int i = 0; i < pes.length; i++) {
            pes[i] = random.below(nPes);
            places[i] = random.below(entries);
        }
    }

    static int number(Options options, Option option) {
        long number = options.size(option.name());
        if (number < 1 || number > MOST) {
            throw new UsageException(option.name() + " is from 1 to 64m, not " + number);
        }
        return (int) number;
    }

    static void require(Options options) {
        number(options, ENTRIES);
        number(options, REQUESTS);
    }

    int count() {
        return pes.length;
    }
}

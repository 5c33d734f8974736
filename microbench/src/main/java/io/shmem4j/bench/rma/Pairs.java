// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.rma;

import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Peer;
import java.util.stream.IntStream;

/** How many pairs of PEs move data at the same time. */
final class Pairs {
    static final Option OPTION = new Option("--pairs", "N,...", "all",
        "how many pairs move at once; all: 1, 2, 4 ... as many as there are");

    private Pairs() {
    }

    static int[] chosen(Options options, int nPes) {
        int distance = Peer.of(options, nPes, nPes / 2);
        int most = Math.min(distance, nPes - distance);
        if (!options.value(OPTION.name()).equals(OPTION.standard())) {
            return options.numbers(OPTION.name(), 1, most);
        }
        return IntStream.concat(IntStream.iterate(1, n -> n < most, n -> 2 * n), IntStream.of(most))
            .toArray();
    }

    static String words(int pairs) {
        return pairs == 1 ? "1 pair" : pairs + " pairs";
    }
}

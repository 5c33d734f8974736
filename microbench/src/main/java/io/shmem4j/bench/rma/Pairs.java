// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.rma;

import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import java.util.stream.IntStream;

/** How many pairs of PEs move data at the same time. */
final class Pairs {
    static final Option OPTION = new Option("--pairs", "N,...", "all",
        "how many pairs move at once; all: 1, 2, 4 ... half the PEs");

    private Pairs() {
    }

    static int[] chosen(Options options, int nPes) {
        if (!options.value(OPTION.name()).equals(OPTION.standard())) {
            return options.numbers(OPTION.name(), 1, nPes / 2);
        }
        return IntStream.concat(IntStream.iterate(1, n -> n < nPes / 2, n -> 2 * n), IntStream.of(nPes / 2))
            .toArray();
    }

    static String words(int pairs) {
        return pairs == 1 ? "1 pair" : pairs + " pairs";
    }
}

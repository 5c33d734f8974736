// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.report.UsageException;

/** Which PE works with PE 0 in tests of pairs, such as one of another node. */
public final class Peer {
    public static final Option OPTION = new Option("--peer", "PE", "", "PE that PE 0 works with, such as the first of"
        + " another node (default 1; of several pairs N/2)");

    private Peer() {
    }

    /**
     * {@return the PE's number}
     *
     * @param standard the PE if the user has not said
     * @throws UsageException if there is no such PE
     */
    public static int of(Options options, int nPes, int standard) {
        if (!options.isSet(OPTION.name())) {
            return standard;
        }
        if (nPes == 1) {
            throw new UsageException(OPTION.name() + " needs two PEs or more");
        }
        return Option.number(OPTION.name(), options.value(OPTION.name()), 1, nPes - 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Options;
import io.shmem4j.nas.npb.Result;
import picocli.CommandLine.Option;

/** The command line of {@code nas is}. */
public final class IsOptions extends Options {
    @Option(names = "--transfer", paramLabel = "HOW", defaultValue = "DIRECT",
        description = "how keys move: direct, by load and store, the default; putget; pointer, stores for its calls;"
            + " messages, two-sided; nocopy, where owners count keys in the other PEs' memory")
    private KeyExchange.Way transfer;

    @Option(names = "--reduction", paramLabel = "HOW", defaultValue = BucketReduction.DEFAULT,
        converter = BucketReduction.Word.class, description = "sum of the bucket sizes: default, what the environment"
            + " says; auto, flat, recdbl, bruck, rabenseifner, tree, ring, blocks; original, as codes for OpenSHMEM 1.0"
            + " do; messages, two-sided")
    private BucketReduction reduction;

    @Option(names = "--steps", paramLabel = "N", defaultValue = "" + IsProblem.ITERATIONS, converter = Count.class,
        description = "end after N of the 10 rankings; those that are made are verified")
    private int steps;

    @Option(names = "--rehearsal", paramLabel = "N", defaultValue = "" + IsRehearsal.RANKINGS, converter = Count.class,
        description = "at most N small rankings in the initialisation, to have code compiled (default:"
            + " ${DEFAULT-VALUE})")
    private int rehearsal;

    @Override
    protected Result measure(Shmem shmem) {
        return IsBenchmark.run(shmem, this);
    }

    KeyExchange.Way transfer() {
        return transfer;
    }

    BucketReduction reduction() {
        return reduction;
    }

    int steps() {
        return steps;
    }

    int rehearsal() {
        return rehearsal;
    }
}

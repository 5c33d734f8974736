// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.nas.npb.Options;
import java.util.Locale;

/**
 * How the bucket sizes are summed, as said on the command line.
 *
 * @param name    for the result
 * @param options of the library's reduction, null for the original one
 */
record BucketReduction(String name, CollectiveOptions options) {
    private static final String OPTION = "reduction";
    private static final String DEFAULT = "default";
    private static final String ORIGINAL = "original";

    /** {@return what the options say; "default" is what the environment says, as everywhere} */
    static BucketReduction of(Options options) {
        CollectiveOptions standard = CollectiveOptions.environment();
        if (options.is(OPTION, ORIGINAL)) {
            return new BucketReduction(ORIGINAL, null);
        }
        return by(options.is(OPTION, DEFAULT) ? standard
            : standard.withReduce(options.choice(OPTION, standard.reduce(), DEFAULT, ORIGINAL)));
    }

    /** {@return the library's reduction} */
    static BucketReduction by(CollectiveOptions options) {
        return new BucketReduction(options.reduce().name().toLowerCase(Locale.ROOT), options);
    }

    /** {@return sums of so many numbers; collective} */
    BucketSums sums(Shmem shmem, int length) {
        return options == null ? new OriginalSums(shmem, length)
            : new TeamSums(shmem, shmem.world().using(options), length);
    }
}

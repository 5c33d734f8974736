// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.nas.npb.KernelHeap;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** How the bucket sizes are summed, as said on the command line. */
record BucketReduction(String name, CollectiveOptions options) {
    private static final String DEFAULT = "default";
    private static final String ORIGINAL = "original";
    private static final String MESSAGES = "messages";

    static OptionSpec option() {
        return OptionSpec.builder("--reduction").paramLabel("HOW").type(BucketReduction.class)
            .converters(BucketReduction::of).defaultValue(DEFAULT).description("sum of the bucket sizes: default, what"
                + " the environment says; auto, flat, recdbl, bruck, rabenseifner, tree, ring, blocks; original, as"
                + " codes for OpenSHMEM 1.0 do; messages, two-sided").build();
    }

    /** {@return what the command line says}; "default" is what the environment says, as everywhere */
    private static BucketReduction of(String word) {
        CollectiveOptions standard = CollectiveOptions.environment();
        return switch (word.toLowerCase(Locale.ROOT)) {
            case ORIGINAL, MESSAGES -> new BucketReduction(word.toLowerCase(Locale.ROOT), null);
            case DEFAULT -> by(standard);
            default -> Stream.of(ReduceAlgorithm.values()).filter(each -> each.name().equalsIgnoreCase(word))
                .findFirst().map(each -> by(standard.withReduce(each))).orElseThrow(() ->
                    new TypeConversionException(word + " is none of default, original, messages, " + Stream.of(
                        ReduceAlgorithm.values()).map(each -> each.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))));
        };
    }

    static BucketReduction by(CollectiveOptions options) {
        return new BucketReduction(options.reduce().name().toLowerCase(Locale.ROOT), options);
    }

    BucketSums sums(KernelHeap heap, int length) {
        if (options != null) {
            return new BucketSums.ByTeam(heap, heap.shmem.world().using(options), length);
        }
        return name.equals(MESSAGES) ? new BucketSums.ByMessages(heap, length)
            : new BucketSums.Original(heap, length);
    }
}

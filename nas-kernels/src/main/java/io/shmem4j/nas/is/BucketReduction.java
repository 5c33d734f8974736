// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.MpiModel;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The algorithm that sums the bucket sizes. */
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

    /** {@return the algorithm of a word}; {@code default} follows the environment */
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

    /** Sums the bucket sizes of all PEs. No PE leaves the sum before all have entered it, because it depends on all. */
    abstract static class BucketSums {
        final Shmem shmem;
        private final SymmetricInts sizes;
        private final SymmetricInts sums;

        BucketSums(KernelHeap heap, int length) {
            shmem = heap.shmem;
            sizes = heap.ints(length, "bucket sizes");
            sums = heap.ints(length, "bucket totals");
        }

        /** Sums over all PEs; collective. */
        final void sum(int[] mine, int[] totals) {
            sizes.set(0, mine);
            reduce(sums, sizes, mine.length);
            shmem.get(totals, 0, sums, 0, totals.length, shmem.myPe());
        }

        /** Sums the first numbers of an array into the other; collective. */
        abstract void reduce(SymmetricInts total, SymmetricInts mine, int count);

        /**
         * The sum of the reference implementation of OpenSHMEM 1.0, for comparison: between two barriers each PE gets
         * the numbers of all others, 128 per call, and adds them.
         */
        static final class Original extends BucketSums {
            /** The reference implementation's buffer, SHMEM_REDUCE_MIN_WRKDATA_SIZE. */
            private static final int CHUNK = 128;
            /** Instructions per number: the operator is called through a pointer. */
            private static final int OPERATIONS = 12;

            private final int[] chunk = new int[CHUNK];
            private final int[] sum;

            Original(KernelHeap heap, int length) {
                super(heap, length);
                this.sum = new int[length];
            }

            @Override
            void reduce(SymmetricInts total, SymmetricInts mine, int count) {
                shmem.get(sum, 0, mine, 0, count, shmem.myPe());
                shmem.barrierAll();
                for (int pe = 0; pe < shmem.nPes(); pe++) {
                    if (pe != shmem.myPe()) {
                        add(mine, count, pe);
                    }
                }
                shmem.put(total, 0, sum, 0, count, shmem.myPe());
                shmem.barrierAll();
            }

            private void add(SymmetricInts numbers, int count, int pe) {
                for (int from = 0; from < count; from += CHUNK) {
                    int part = Math.min(CHUNK, count - from);
                    shmem.get(chunk, 0, numbers, from, part, pe);
                    for (int i = 0; i < part; i++) {
                        sum[from + i] += chunk[i];
                    }
                }
                VirtualTime.work(shmem, WorkKind.SCALAR, (long) OPERATIONS * count);
                VirtualTime.work(shmem, WorkKind.REDUCED_NUMBERS, count);
            }
        }

        /** Uses the library's reduction. */
        static final class ByTeam extends BucketSums {
            private final Team team;

            ByTeam(KernelHeap heap, Team team, int length) {
                super(heap, length);
                this.team = team;
            }

            @Override
            void reduce(SymmetricInts total, SymmetricInts mine, int count) {
                team.sumReduce(total, mine, count);
            }
        }

        /** Uses two-sided messages. */
        static final class ByMessages extends BucketSums {
            private final MpiModel.OfInts messages;
            private final int[] numbers;

            ByMessages(KernelHeap heap, int length) {
                super(heap, length);
                messages = new MpiModel.OfInts(heap);
                numbers = new int[length];
            }

            @Override
            void reduce(SymmetricInts total, SymmetricInts mine, int count) {
                shmem.get(numbers, 0, mine, 0, count, shmem.myPe());
                messages.sum(numbers, count);
                shmem.put(total, 0, numbers, 0, count, shmem.myPe());
            }
        }
    }
}

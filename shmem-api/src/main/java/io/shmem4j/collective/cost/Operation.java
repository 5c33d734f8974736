// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.Locale;

/** The operations with a choice of algorithm: each collective; reductions once per kind of transfer. */
public enum Operation {
    BARRIER(BarrierAlgorithm.class),
    /** Reductions that read operands in place, by bytes of the operand. */
    REDUCE_DIRECT(ReduceAlgorithm.class),
    /** Reductions that move operands by put and get, by bytes of the operand. */
    REDUCE_PUTGET(ReduceAlgorithm.class),
    /** Broadcasts, by bytes. */
    BROADCAST(BroadcastAlgorithm.class),
    /** Collect and fcollect, by bytes of one member's part. */
    COLLECT(CollectAlgorithm.class),
    /** Alltoall and alltoalls, by bytes of a block. */
    ALLTOALL(AlltoallAlgorithm.class),
    /** Scans, by bytes of the operand. */
    SCAN(ScanAlgorithm.class);

    private static final Operation[] ALL = values();

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final Enum<?>[] algorithms;
    private final String[] words;

    Operation(Class<? extends Enum<?>> type) {
        this.algorithms = type.getEnumConstants();
        this.words = new String[algorithms.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = algorithms[i].name().toLowerCase(Locale.ROOT);
        }
    }

    public String word() {
        return word;
    }

    /** {@return the constants of its algorithms, by ordinal; the first is AUTO} */
    public Enum<?>[] algorithms() {
        return algorithms.clone();
    }

    public String algorithm(int ordinal) {
        return words[ordinal];
    }

    static Operation of(String word) {
        for (Operation operation : ALL) {
            if (operation.word.equals(word)) {
                return operation;
            }
        }
        return null;
    }

    /** {@return the ordinal of the algorithm with a name, or 0, which is AUTO's} */
    int ordinal(String word) {
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals(word)) {
                return i;
            }
        }
        return 0;
    }

    /** {@return options with which this operation uses an algorithm} */
    public CollectiveOptions with(CollectiveOptions options, int ordinal) {
        return switch (this) {
            case BARRIER -> options.withBarrier((BarrierAlgorithm) algorithms[ordinal]);
            case REDUCE_DIRECT -> options.withReduce((ReduceAlgorithm) algorithms[ordinal])
                .withTransfer(Transfer.DIRECT);
            case REDUCE_PUTGET -> options.withReduce((ReduceAlgorithm) algorithms[ordinal])
                .withTransfer(Transfer.PUTGET);
            case BROADCAST -> options.withBroadcast((BroadcastAlgorithm) algorithms[ordinal]);
            case COLLECT -> options.withCollect((CollectAlgorithm) algorithms[ordinal]);
            case ALLTOALL -> options.withAlltoall((AlltoallAlgorithm) algorithms[ordinal]);
            case SCAN -> options.withScan((ScanAlgorithm) algorithms[ordinal]);
        };
    }
}

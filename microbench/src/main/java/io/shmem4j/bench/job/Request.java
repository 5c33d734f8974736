// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long and on what to measure.
 *
 * @param chosen   runs of each program, 0 if the user has not said
 * @param trials   trials of each value in a run
 * @param millis   length of a trial
 * @param warmup   longest warm-up of a value on our side, in milliseconds
 * @param sizes    bytes of each PE in collectives
 * @param elements doubles of each array of STREAM
 * @param calls    calls of a cold loop, 0 if the user has not said
 */
record Request(int chosen, int trials, int millis, int warmup, List<Long> sizes, long elements, int calls) {
    /** Runs where PEs have cores, or nearly. */
    static final int USUAL = 3;
    /** Most PEs on a core for several runs. With more there is one run, because the warm-up takes too long. */
    private static final int CROWD = 4;
    private static final String HEAP = "SHMEM_SYMMETRIC_SIZE";
    private static final String OLD_HEAP = "SMA_SYMMETRIC_SIZE";
    private static final long USUAL_HEAP = 64L << 20;
    /** Bytes that the tests of a section allocate besides an alltoall's arrays. */
    private static final long REST = 8L << 20;
    private static final double MILLI = 1e-3;
    /** Seconds from a job's start to its first value, and from its last value to its end. */
    private static final double START = 1;
    /** Most values are steady earlier than the longest warm-up. */
    private static final int USUAL_WARMUP = 300;

    int rounds(int pes) {
        return chosen > 0 ? chosen : pes > CROWD * Runtime.getRuntime().availableProcessors() ? 1 : USUAL;
    }

    /**
     * {@return the variable that gives our jobs room for the largest alltoall, nothing where the usual heap has it or
     * the user has said what is enough}
     */
    Map<String, String> heap(int pes, Map<String, String> said) {
        long needed = 2 * pes * sizes.stream().mapToLong(Long::longValue).max().orElse(0) + REST;
        return needed <= USUAL_HEAP || said.containsKey(HEAP) || said.containsKey(OLD_HEAP) ? Map.of()
            : Map.of(HEAP, Long.toString(needed));
    }

    /** {@return about how many seconds a run of ours takes}: a start, and for each value warm-up and trials */
    double ours(Section section, int pes) {
        if (section == Section.COLD) {
            return jobs() * (START + MILLI * warmup);
        }
        return START + values(section) * (MILLI * Math.min(warmup, USUAL_WARMUP) * share(pes) + ofTrials());
    }

    /** {@return the same of the C program}, which has no warm-up */
    double theirs(Section section) {
        return section == Section.COLD ? jobs() * (START + MILLI * warmup)
            : START + values(section) * ofTrials();
    }

    private double ofTrials() {
        return MILLI * trials * millis;
    }

    private static double share(int pes) {
        return Math.max(1, (double) pes / Runtime.getRuntime().availableProcessors());
    }

    private int jobs() {
        return Stream.of(ColdOperation.values()).mapToInt(operation -> operation.sizes(sizes).size()).sum();
    }

    private int values(Section section) {
        return switch (section) {
            case LATENCY, LIMITS -> 54;
            case ATOMICS -> 45;
            case BANDWIDTH -> 84;
            case MSGRATE -> 60;
            case STREAM -> 40;
            case COLLECTIVES -> 1 + 4 * sizes.size();
            case COLD -> 0;
        };
    }

    /** {@return calls of a cold loop}, where 0 are chosen few for PEs that share cores */
    static int calls(int chosen, int pes) {
        return chosen > 0 ? chosen : pes > Runtime.getRuntime().availableProcessors() ? 2_000 : 20_000;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import java.util.List;
import java.util.Map;

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
    /** With more PEs on a core there is one run, because the warm-up takes too long. */
    private static final int CROWD = 4;
    private static final String HEAP = "SHMEM_SYMMETRIC_SIZE";
    private static final String OLD_HEAP = "SMA_SYMMETRIC_SIZE";
    private static final long USUAL_HEAP = 64L << 20;
    /** What the tests of a section allocate besides an alltoall's arrays. */
    private static final long REST = 8L << 20;

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
}

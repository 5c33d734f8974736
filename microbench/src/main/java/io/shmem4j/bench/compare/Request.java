// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

import java.util.List;

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

    /**
     * {@return runs of each program}
     *
     * @param pes of the job
     */
    int rounds(int pes) {
        return chosen > 0 ? chosen : pes > CROWD * Runtime.getRuntime().availableProcessors() ? 1 : USUAL;
    }
}

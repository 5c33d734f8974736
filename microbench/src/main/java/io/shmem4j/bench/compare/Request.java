// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

import java.util.List;

/**
 * How long and on what to measure.
 *
 * @param rounds   runs of each program
 * @param trials   trials of each value in a run
 * @param millis   length of a trial
 * @param warmup   longest warm-up of a value on our side, in milliseconds
 * @param sizes    bytes of each PE in collectives
 * @param elements doubles of each array of STREAM
 */
record Request(int rounds, int trials, int millis, int warmup, List<Long> sizes, long elements) {
}

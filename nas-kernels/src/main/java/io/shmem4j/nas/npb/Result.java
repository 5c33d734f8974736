// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.List;
import java.util.Map;

/**
 * What a benchmark reports.
 *
 * @param benchmark  its short name
 * @param npbClass   problem class
 * @param size       the size in words
 * @param iterations timed iterations
 * @param warmup     untimed iterations before them
 * @param seconds    time of the slowest PE
 * @param pes        number of PEs
 * @param mops       millions of operations a second over all PEs
 * @param operation  what an operation is
 * @param verification whether the numbers are right
 * @param variant    names and values of what distinguishes this run from others
 * @param phases     times of the phases, empty if not measured
 * @param wall       what the user of PE 0 has waited for
 */
public record Result(String benchmark, NpbClass npbClass, String size, int iterations, int warmup, double seconds,
    int pes, double mops, String operation, Verification verification, Map<String, String> variant,
    List<PhaseTime> phases, WallTime wall) {
}

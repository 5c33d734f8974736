// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.util.List;

/**
 * A running job during a sample.
 *
 * @param launcher the launcher's process, 0 for none
 * @param program  the command, empty when it can't be read
 * @param shape    which PEs share a JVM, and why; empty when it can't be read
 * @param pes      its PEs, or the process that simulates them
 * @param totals   the same PEs since their start
 * @param counters what the program counts by itself
 */
record JobSample(String job, String folder, long launcher, double seconds, String program, String shape,
    int nPes, long heapBytes, List<PeSample> pes, List<PeTotals> totals, List<Counter> counters) {

    /** A counter of a PE. */
    record Counter(int pe, String name, long value) {
    }
}

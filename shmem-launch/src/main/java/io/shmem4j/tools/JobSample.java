// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.util.List;

/**
 * A running job during a sample.
 *
 * @param job       its name
 * @param folder    its files
 * @param launcher  the launcher's process, 0 for none
 * @param seconds   since it was started
 * @param program   the command, empty when it can't be read
 * @param shape     which PEs share a JVM, and why; empty when it can't be read
 * @param nPes      number of PEs
 * @param heapBytes symmetric heap of each PE
 * @param pes       its PEs, or the process that simulates them
 * @param totals    the same PEs since their start
 * @param counters  what the program counts by itself
 */
record JobSample(String job, String folder, long launcher, double seconds, String program, String shape,
    int nPes, long heapBytes, List<PeSample> pes, List<PeTotals> totals, List<Counter> counters) {

    /** A counter of a PE. */
    record Counter(int pe, String name, long value) {
    }
}

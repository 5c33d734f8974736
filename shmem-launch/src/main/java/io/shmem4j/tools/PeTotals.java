// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.tools.JobSample.PeSample;

/**
 * The state of a PE and its totals since the start; the totals of two times make a {@link PeSample}.
 *
 * @param node     its node, empty where the job has one only
 * @param state    starting, running, waiting, stopped, finalized or ended
 * @param waitsIn  the routine it waits in, empty when it does not
 * @param looks    how often it was looked whether it waits
 * @param waited   how often it did
 * @param cpuNanos processor time it has used
 * @param memory   bytes of memory its process has touched
 * @param heapUsed bytes of its symmetric heap that are in use
 * @param counting whether it counts its calls
 * @param nanos    nanoTime of its node
 */
record PeTotals(int pe, String node, long pid, String state, String waitsIn, long looks, long waited, long cpuNanos,
    long memory, long heapUsed, boolean counting, long operations, long bytes, long nanos) {
    private static final String BETWEEN = "\t";

    /** {@return it as a line, for other nodes} */
    String line() {
        return String.join(BETWEEN, Integer.toString(pe), node, Long.toString(pid), state, waitsIn,
            Long.toString(looks), Long.toString(waited), Long.toString(cpuNanos), Long.toString(memory),
            Long.toString(heapUsed), Boolean.toString(counting), Long.toString(operations), Long.toString(bytes),
            Long.toString(nanos));
    }

    /** {@return the totals in a line, null if it is another line} */
    static PeTotals of(String line) {
        String[] words = line.split(BETWEEN, -1);
        if (words.length != 14) {
            return null;
        }
        try {
            return new PeTotals(Integer.parseInt(words[0]), words[1], Long.parseLong(words[2]), words[3], words[4],
                Long.parseLong(words[5]), Long.parseLong(words[6]), Long.parseLong(words[7]),
                Long.parseLong(words[8]), Long.parseLong(words[9]), Boolean.parseBoolean(words[10]),
                Long.parseLong(words[11]), Long.parseLong(words[12]), Long.parseLong(words[13]));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}

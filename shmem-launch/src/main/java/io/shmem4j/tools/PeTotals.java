// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import io.shmem4j.tools.JobSample.PeSample;

/**
 * The state of a PE and its totals since the start; the totals of two times make a {@link PeSample}.
 *
 * @param node     its node, empty where the job has one only
 * @param state    starting, running, waiting, stopped, finalized or ended
 * @param waitsIn  the routine it waits in, empty when it does not
 * @param looks    how often it was looked whether it waits
 * @param waited   how often it did
 * @param memory   bytes of memory its process has touched
 * @param nanos    nanoTime of its node
 */
record PeTotals(int pe, String node, long pid, String state, String waitsIn, long looks, long waited, long cpuNanos,
    long memory, long heapUsed, boolean counting, long operations, long bytes, long nanos) {
    private static final Gson LINES = new Gson();

    /** {@return it as a line, for other nodes} */
    String line() {
        return LINES.toJson(this);
    }

    /** {@return the totals in a line, null if it is another line} */
    static PeTotals of(String line) {
        try {
            return LINES.fromJson(line, PeTotals.class);
        } catch (JsonParseException e) {
            return null;
        }
    }
}

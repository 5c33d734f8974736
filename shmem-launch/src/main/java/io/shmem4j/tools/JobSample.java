// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import io.shmem4j.tools.JobSample.PeSample;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A running job during a sample.
 *
 * @param launcher the launcher's process, 0 for none
 * @param shape    which PEs share a JVM, and why; empty when it can't be read
 * @param totals   the same PEs since their start
 */
record JobSample(String job, String folder, long launcher, double seconds, String program, String shape,
    int nPes, long heapBytes, List<PeSample> pes, List<PeTotals> totals, List<Counter> counters) {

    record Counter(int pe, String name, long value) {
    }

    /**
     * A PE's work during a sample.
     *
     * @param waited share of the time in which it waited, 0 to 1
     * @param cpu share of one processor it used
     * @param operations calls per second, empty where they are not counted
     * @param bytes bytes moved per second, empty where they are not counted
     */
    record PeSample(int pe, String node, long pid, String state, String waitsIn, double waited, double cpu, long memory,
        long heapUsed, OptionalDouble operations, OptionalDouble bytes) {
        /** {@return what happened between two looks at a PE} */
        static PeSample between(PeTotals before, PeTotals after) {
            double seconds = Math.max(1, after.nanos() - before.nanos()) / 1e9;
            return new PeSample(after.pe(), after.node(), after.pid(), after.state(), after.waitsIn(),
                (after.waited() - before.waited()) / (double) Math.max(1, after.looks() - before.looks()),
                Math.max(0, after.cpuNanos() - before.cpuNanos()) / 1e9 / seconds, after.memory(), after.heapUsed(),
                rate(after, after.operations() - before.operations(), seconds),
                rate(after, after.bytes() - before.bytes(), seconds));
        }

        private static OptionalDouble rate(PeTotals now, long more, double seconds) {
            return now.counting() ? OptionalDouble.of(more / seconds) : OptionalDouble.empty();
        }
    }

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
}

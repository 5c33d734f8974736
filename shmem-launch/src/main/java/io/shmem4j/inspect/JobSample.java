// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import io.shmem4j.inspect.JobSample.PeSample;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Sample of a running job.
 *
 * @param launcher process id of the launcher, or 0
 * @param shape    which PEs share a JVM and why; empty if unknown
 * @param totals   the PEs' totals since their start
 */
record JobSample(String job, String folder, long launcher, double seconds, String program, String shape,
    int nPes, long heapBytes, List<PeSample> pes, List<PeTotals> totals, List<Counter> counters) {

    record Counter(int pe, String name, long value) {
    }

    /**
     * Activity of a PE during a sample.
     *
     * @param waited     fraction of the time spent waiting
     * @param cpu        fraction of one processor
     * @param operations calls per second, empty if not counted
     * @param bytes      bytes moved per second, empty if not counted
     */
    record PeSample(int pe, String node, long pid, String state, String waitsIn, double waited, double cpu, long memory,
        long heapUsed, OptionalDouble operations, OptionalDouble bytes) {
        /** {@return the activity between two totals of a PE} */
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
     * State of a PE and its totals since its start. Two totals make a {@link PeSample}.
     *
     * @param node     node, empty in a job of one node
     * @param state    starting, running, waiting, stopped, finalized, ended or dead
     * @param waitsIn  routine in which the PE waits, or empty
     * @param looks    number of polls
     * @param waited   number of polls that found the PE waiting
     * @param memory   resident bytes of its process
     * @param deaths   number of its incarnations that have ended
     * @param missing  whether it waits for a JVM to join
     * @param nanos    nanoTime of its node
     */
    record PeTotals(int pe, String node, long pid, String state, String waitsIn, long looks, long waited, long cpuNanos,
        long memory, long heapUsed, boolean counting, long operations, long bytes, int deaths,
        boolean missing, long nanos) {
        private static final Gson LINES = new Gson();

        /** Encodes the totals as a line for another node. */
        String line() {
            return LINES.toJson(this);
        }

        /** Decodes a line; null for any other line. */
        static PeTotals of(String line) {
            try {
                return LINES.fromJson(line, PeTotals.class);
            } catch (JsonParseException e) {
                return null;
            }
        }
    }
}

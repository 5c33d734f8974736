// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.figure.Figure.Range;

/** Equations 12 to 14: a broadcast of many lines, in slices passed round a pipeline or down a flat tree. */
public record LargeBroadcastModel(ModelCosts costs) {
    /** {@return the pipeline of n - 1 slices; a slice need not be a whole number of lines} */
    public Range pipelined(int pes, int lines) {
        double own = costs.local();
        double other = costs.remote();
        double everybody = costs.contended(pes - 1);
        double slice = costs.cached().time((double) lines / (pes - 1));
        double end = 2 * other + own;
        double min = costs.memory() + 2 * own + 2 * own + everybody + slice + (pes - 2) * (other + own + slice) + end;
        double max = costs.memory() + 2 * (other + everybody) + other + 2 * other + everybody + slice
            + (pes - 2) * (2 * other + slice) + end;
        return new Range(min, max);
    }

    /** {@return the flat tree: every PE copies the whole message from the root} */
    public Range flat(int pes, int lines) {
        double own = costs.local();
        double other = costs.remote();
        double everybody = costs.contended(pes - 1);
        double copy = costs.base() + costs.perReader() * (pes - 2) + costs.cached().o() * lines;
        double min = costs.memory() + 3 * own + other + everybody + (pes - 1) * other;
        double max = costs.memory() + own + 3 * other + 2 * everybody + 2 * (pes - 1) * other;
        return new Range(min + copy, max + copy);
    }
}

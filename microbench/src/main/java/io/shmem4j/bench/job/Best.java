// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import java.util.LinkedHashMap;
import java.util.Map;

/** The best value of each row in all runs of one side. */
final class Best {
    private final Map<Row, Double> values = new LinkedHashMap<>();
    private final boolean lessIsBetter;
    private int unsteady;

    Best(boolean lessIsBetter) {
        this.lessIsBetter = lessIsBetter;
    }

    void add(Row row, double value) {
        values.merge(row, value, lessIsBetter ? Math::min : Math::max);
    }

    /** Remembers values that were measured before compiled code was steady. */
    void addUnsteady(int values) {
        unsteady += values;
    }

    int unsteady() {
        return unsteady;
    }

    Double get(Row row) {
        return values.get(row);
    }

    Iterable<Row> rows() {
        return values.keySet();
    }

    /** An operation that is measured on both sides; 0 bytes where it has no data. */
    record Row(String operation, long bytes, int pes) {
    }
}

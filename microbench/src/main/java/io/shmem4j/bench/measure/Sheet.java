// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.ArrayList;
import java.util.List;

/** A table of results. Cells are texts, integers, doubles or null. */
public record Sheet(String test, String title, List<Column> columns, List<Object[]> rows, List<String> notes) {
    public Sheet(String test, String title, Column... columns) {
        this(test, title, List.of(columns));
    }

    public Sheet(String test, String title, List<Column> columns) {
        this(test, title, List.copyOf(columns), new ArrayList<>(), new ArrayList<>());
    }

    public void row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(cells);
    }

    public void note(String text) {
        notes.add(text);
    }

    /**
     * A column of a sheet.
     *
     * @param unit     the unit, or an empty text
     * @param decimals digits after the decimal point
     */
    public record Column(String name, String unit, int decimals) {
        public static Column of(String name) {
            return new Column(name, "", 0);
        }

        public String head() {
            return unit.isEmpty() ? name : name + " (" + unit + ")";
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * One table of results. A cell is a word, a whole number, a number, or null where there is nothing to say.
 *
 * @param chart how the table is drawn, null where it is not
 */
public record Sheet(String test, String title, List<Column> columns, Chart chart, List<Object[]> rows,
    List<String> notes) {
    public Sheet(String test, String title, Column... columns) {
        this(test, title, List.of(columns));
    }

    public Sheet(String test, String title, List<Column> columns) {
        this(test, title, List.copyOf(columns), null, new ArrayList<>(), new ArrayList<>());
    }

    /** {@return the same table, drawn}; the label says what it shows, with the unit */
    public Sheet drawn(boolean bars, String label) {
        return new Sheet(test, title, columns, new Chart(bars, label), rows, notes);
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

    /** The first column along the x axis, a line or a group of bars for each other one with the second's unit. */
    public record Chart(boolean bars, String label) {
    }

    /**
     * A column of a sheet.
     *
     * @param unit     in which unit, empty for none
     * @param decimals digits after the point, for numbers
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

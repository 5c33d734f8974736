// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * One table of results. A cell is a word, a whole number, a number, or null where there is nothing to say.
 */
public final class Sheet {
    private final String test;
    private final String title;
    private final List<Column> columns;
    private final List<Object[]> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Chart chart;

    public Sheet(String test, String title, Column... columns) {
        this(test, title, List.of(columns));
    }

    public Sheet(String test, String title, List<Column> columns) {
        this.test = test;
        this.title = title;
        this.columns = List.copyOf(columns);
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

    public void chart(Chart drawn) {
        chart = drawn;
    }

    /** {@return how the table is drawn, null when it is not} */
    public Chart chart() {
        return chart;
    }

    public String test() {
        return test;
    }

    public String title() {
        return title;
    }

    public List<Column> columns() {
        return columns;
    }

    public List<Object[]> rows() {
        return rows;
    }

    public List<String> notes() {
        return notes;
    }

    /**
     * How a sheet is drawn: its first column along the x axis, a line or a group of bars for each column from another
     * one on.
     *
     * @param first  first column that is drawn, the following ones are too
     * @param yLabel what they show, with the unit
     * @param logX   whether the x axis is logarithmic
     * @param logY   whether the y axis is
     */
    public record Chart(Kind kind, int first, String yLabel, boolean logX, boolean logY) {
        /** The kinds of charts. */
        public enum Kind {
            LINES,
            BARS
        }
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.sheet;

import java.util.ArrayList;
import java.util.List;

/**
 * One table of results. A cell is a word, a whole number, a number, a {@code Measured} one, or null where there is
 * nothing to say.
 */
public final class Sheet {
    private final String test;
    private final String title;
    private final List<Column> columns;
    private final List<Object[]> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Chart chart;

    /**
     * An empty table.
     *
     * @param test    name of the test
     * @param title   what it shows
     * @param columns its columns
     */
    public Sheet(String test, String title, Column... columns) {
        this(test, title, List.of(columns));
    }

    /**
     * An empty table.
     *
     * @param test    name of the test
     * @param title   what it shows
     * @param columns its columns
     */
    public Sheet(String test, String title, List<Column> columns) {
        this.test = test;
        this.title = title;
        this.columns = List.copyOf(columns);
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column
     */
    public void row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(cells);
    }

    /**
     * Adds a remark, printed below.
     *
     * @param text one line
     */
    public void note(String text) {
        notes.add(text);
    }

    /**
     * Says how the table is drawn.
     *
     * @param drawn its axes
     */
    public void chart(Chart drawn) {
        chart = drawn;
    }

    /** {@return how the table is drawn, null when it is not} */
    public Chart chart() {
        return chart;
    }

    /** {@return name of the test} */
    public String test() {
        return test;
    }

    /** {@return what it shows} */
    public String title() {
        return title;
    }

    /** {@return its columns} */
    public List<Column> columns() {
        return columns;
    }

    /** {@return its rows} */
    public List<Object[]> rows() {
        return rows;
    }

    /** {@return remarks} */
    public List<String> notes() {
        return notes;
    }
}

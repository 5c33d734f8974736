// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.sheet.Sheet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks of lines in the layout of a C suite, so that its numbers line up with those of the suite: one for each column
 * of a table by size, one for each operation of a table of operations and sizes, one for each column of a table of
 * operations. Tables of another kind have no counterpart there and are printed as tables.
 */
final class SuitePrinter extends Printer {
    /** How a suite prints. */
    abstract static class Layout {
        /**
         * {@return the lines above the numbers}
         *
         * @param title what the block shows
         * @param axis  what the first column shows
         * @param like  one of the numbers
         */
        abstract String head(String title, String axis, Measured like);

        /**
         * {@return a line}
         *
         * @param axis what the first column shows
         * @param at there
         * @param value what was measured
         */
        abstract String line(String axis, long at, Measured value);

        /**
         * {@return a block of operations}
         *
         * @param title what it shows
         * @param values what was measured
         */
        String operations(String title, Map<String, Measured> values) {
            StringBuilder text = new StringBuilder();
            values.forEach((name, value) -> text.append(text.isEmpty() ? "" : "\n")
                .append(head(title + ", " + name, SIZE, value)).append(line(SIZE, value.bytes(), value)));
            return text.toString();
        }
    }

    /** What the first column shows in most tables. */
    static final String SIZE = "size";
    private static final String BYTES = "bytes";

    private final Layout layout;

    SuitePrinter(Layout layout) {
        this.layout = layout;
    }

    @Override
    String print(Sheet sheet, Map<String, String> facts) {
        List<String> blocks = blocks(sheet);
        if (blocks.isEmpty()) {
            return new TablePrinter().print(sheet, facts);
        }
        StringBuilder text = new StringBuilder(comments(facts));
        blocks.forEach(block -> text.append('\n').append(block));
        sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        return text.toString();
    }

    private List<String> blocks(Sheet sheet) {
        if (sheet.rows().isEmpty()) {
            return List.of();
        }
        if (sheet.rows().getFirst()[0] instanceof Long) {
            return bySize(sheet);
        }
        return sheet.columns().get(1).name().equals(BYTES) ? byOperation(sheet) : byPlace(sheet);
    }

    private static String title(Sheet sheet, String name) {
        return "shmem4j " + sheet.test() + ", " + name;
    }

    private static String title(Sheet sheet, int column) {
        return title(sheet, sheet.columns().get(column).name());
    }

    private List<String> bySize(Sheet sheet) {
        String axis = sheet.columns().getFirst().name();
        List<String> blocks = new ArrayList<>();
        for (int c = 1; c < sheet.columns().size(); c++) {
            StringBuilder text = new StringBuilder();
            for (Object[] row : sheet.rows()) {
                if (row[c] instanceof Measured measured) {
                    text.append(text.isEmpty() ? layout.head(title(sheet, c), axis, measured) : "")
                        .append(layout.line(axis, (Long) row[0], measured));
                }
            }
            if (!text.isEmpty()) {
                blocks.add(text.toString());
            }
        }
        return blocks;
    }

    private List<String> byOperation(Sheet sheet) {
        Map<String, StringBuilder> blocks = new LinkedHashMap<>();
        for (Object[] row : sheet.rows()) {
            for (Object cell : row) {
                if (cell instanceof Measured measured) {
                    String name = row[0].toString();
                    blocks.computeIfAbsent(name, key -> new StringBuilder(layout.head(title(sheet, name), SIZE,
                        measured))).append(layout.line(SIZE, measured.bytes(), measured));
                }
            }
        }
        return blocks.values().stream().map(StringBuilder::toString).toList();
    }

    private List<String> byPlace(Sheet sheet) {
        List<String> blocks = new ArrayList<>();
        for (int c = 1; c < sheet.columns().size(); c++) {
            Map<String, Measured> values = new LinkedHashMap<>();
            for (Object[] row : sheet.rows()) {
                if (row[c] instanceof Measured measured && measured.quantity() == Quantity.RATE) {
                    values.put(row[0].toString(), measured);
                }
            }
            if (!values.isEmpty()) {
                blocks.add(layout.operations(title(sheet, c), values));
            }
        }
        return blocks;
    }
}

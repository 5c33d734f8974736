// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Map;

/**
 * One block of lines for each column of a table by size, in the layout of a C suite, so that its numbers line up with
 * those of the suite. Tables of another kind have no counterpart there and are printed as tables.
 */
final class SuitePrinter extends Printer {
    /** How a suite prints. */
    abstract static class Layout {
        /** {@return the lines above the numbers} @param title what the block shows @param unit of its numbers */
        abstract String head(String title, String unit);

        /** {@return a line} @param bytes message size @param value what was measured @param unit of it */
        abstract String line(long bytes, Measured value, String unit);
    }

    private final Layout layout;

    SuitePrinter(Layout layout) {
        this.layout = layout;
    }

    /** {@return microseconds that one message takes, by its time, the bandwidth or the rate of messages} */
    static double micros(long bytes, Measured value, String unit) {
        return switch (unit) {
            case "MB/s" -> bytes / value.value();
            case "M/s" -> 1 / value.value();
            default -> value.value();
        };
    }

    @Override
    String print(Sheet sheet, Map<String, String> facts) {
        if (sheet.rows().isEmpty() || !(sheet.rows().getFirst()[0] instanceof Long)) {
            return new TablePrinter().print(sheet, facts);
        }
        StringBuilder text = new StringBuilder(comments(facts));
        for (int c = 1; c < sheet.columns().size(); c++) {
            Column column = sheet.columns().get(c);
            text.append('\n').append(layout.head("shmem4j " + sheet.test() + ", " + column.name(), column.unit()));
            for (Object[] row : sheet.rows()) {
                if (row[c] instanceof Measured measured) {
                    text.append(layout.line((Long) row[0], measured, column.unit()));
                }
            }
        }
        sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        return text.toString();
    }
}

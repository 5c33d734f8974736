// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.sheet.Column;
import io.shmem4j.bench.sheet.Sheet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Columns as wide as their widest cell, words to the left and numbers to the right. */
final class TablePrinter extends Printer {
    @Override
    String print(Sheet sheet, Map<String, String> facts) {
        StringBuilder text = new StringBuilder(comments(facts)).append("\n# ").append(sheet.title()).append('\n');
        List<String[]> lines = lines(sheet);
        int[] widths = new int[sheet.columns().size()];
        for (String[] line : lines) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], line[c].length());
            }
        }
        for (String[] cells : lines) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                line.append(c == 0 ? "" : "  ")
                    .append(String.format("%" + (words(sheet, c) ? "-" : "") + widths[c] + "s", cells[c]));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        return text.toString();
    }

    private static List<String[]> lines(Sheet sheet) {
        List<String[]> lines = new ArrayList<>();
        int columns = sheet.columns().size();
        lines.add(sheet.columns().stream().map(Column::head).toArray(String[]::new));
        for (Object[] row : sheet.rows()) {
            String[] line = new String[columns];
            for (int c = 0; c < columns; c++) {
                line[c] = cell(row[c], sheet.columns().get(c).decimals());
            }
            lines.add(line);
        }
        return lines;
    }

    private static boolean words(Sheet sheet, int column) {
        return sheet.rows().stream().anyMatch(row -> row[column] instanceof String);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.sheet.Column;
import io.shmem4j.bench.sheet.Sheet;
import io.shmem4j.report.TextTable;
import java.util.List;
import java.util.Map;

/** Aligned columns for people. */
final class TablePrinter extends Printer {
    @Override
    String print(Sheet sheet, Map<String, String> facts) {
        StringBuilder text = new StringBuilder(comments(facts)).append("\n# ").append(sheet.title()).append('\n');
        table(sheet).lines().forEach(line -> text.append(line).append('\n'));
        sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        return text.toString();
    }

    private static TextTable table(Sheet sheet) {
        TextTable table = new TextTable();
        List<Column> columns = sheet.columns();
        for (int c = 0; c < columns.size(); c++) {
            int column = c;
            if (sheet.rows().stream().anyMatch(row -> row[column] instanceof String)) {
                table.words(columns.get(c).head());
            } else {
                table.numbers(columns.get(c).head());
            }
        }
        for (Object[] row : sheet.rows()) {
            Object[] cells = new Object[columns.size()];
            for (int c = 0; c < cells.length; c++) {
                cells[c] = cell(row[c], columns.get(c).decimals());
            }
            table.row(cells);
        }
        return table;
    }
}

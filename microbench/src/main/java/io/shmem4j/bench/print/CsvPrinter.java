// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.sheet.Sheet;
import java.util.Map;

/** Values by commas, with two more digits than for people; facts, titles and notes are comment lines. */
final class CsvPrinter extends Printer {
    @Override
    String print(Sheet sheet, Map<String, String> facts) {
        StringBuilder text = new StringBuilder(comments(facts)).append("# ").append(sheet.title()).append('\n');
        text.append("test");
        sheet.columns().forEach(column -> text.append(',').append(quoted(column.head())));
        text.append('\n');
        for (Object[] row : sheet.rows()) {
            text.append(quoted(sheet.test()));
            for (int c = 0; c < row.length; c++) {
                text.append(',').append(quoted(cell(row[c], sheet.columns().get(c).decimals() + 2)));
            }
            text.append('\n');
        }
        sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        return text.toString();
    }

    private static String quoted(String cell) {
        return cell.indexOf(',') < 0 && cell.indexOf('"') < 0 ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import io.shmem4j.bench.sheet.Sheet;
import java.util.Locale;
import java.util.Map;

/** Turns a sheet into text. */
abstract class Printer {
    static Printer of(Format format) {
        return switch (format) {
            case TABLE -> new TablePrinter();
            case CSV -> new CsvPrinter();
            case JSON -> new JsonPrinter();
            case OSU -> new SuitePrinter(new OsuLayout());
            case SOS -> new SuitePrinter(new SosLayout());
            case IMB -> new SuitePrinter(new ImbLayout());
            case SHMEMBENCH -> new SuitePrinter(new ShmembenchLayout());
            case UH -> new SuitePrinter(new UhLayout());
        };
    }

    /**
     * {@return the text}
     *
     * @param sheet the results
     * @param facts on the machine and software; empty after the first sheet
     */
    abstract String print(Sheet sheet, Map<String, String> facts);

    static String comments(Map<String, String> facts) {
        StringBuilder text = new StringBuilder();
        facts.forEach((name, value) -> text.append("# ").append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    static String cell(Object value, int decimals) {
        return switch (value) {
            case null -> "";
            case Measured measured -> cell(measured.value(), decimals);
            case Double number -> String.format(Locale.ROOT, "%." + decimals + "f", number);
            default -> value.toString();
        };
    }

    /**
     * {@return a cell's number, NaN when it is none}
     *
     * @param cell the cell
     */
    static double number(Object cell) {
        return switch (cell) {
            case Measured measured -> measured.value();
            case Number number -> number.doubleValue();
            case null, default -> Double.NaN;
        };
    }
}

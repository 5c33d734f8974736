// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.Map;

/** Results on standard output, the facts before the first sheet. */
public final class Report {
    private final Printer printer;
    private Map<String, String> facts;

    public Report(Format format, Map<String, String> facts) {
        this.printer = Printer.of(format);
        this.facts = facts;
    }

    public void add(Sheet sheet) {
        System.out.print(printer.print(sheet, facts));
        System.out.flush();
        facts = Map.of();
    }

    public enum Format {
        TABLE,
        /** Comma-separated values, one header line for each sheet. */
        CSV,
        /** One JSON object for each sheet, on a line of its own. */
        JSON
    }
}

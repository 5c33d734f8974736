// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import java.util.Locale;

/** Writes tables in the format that {@link CostTableReader} reads. */
public final class CostTableWriter {
    private final StringBuilder text = new StringBuilder();

    private CostTableWriter() {
    }

    /** {@return the text of a table} @param table the table */
    public static String write(CostTable table) {
        CostTableWriter writer = new CostTableWriter();
        writer.line(CostTableReader.MAGIC + " " + CostTableReader.VERSION);
        writer.line("# Nanoseconds; 'oshrun --tune' writes such a file, docs/collectives.md describes it.");
        writer.line("cores " + table.cores());
        writer.line("machine " + table.machine());
        table.sections().forEach(writer::section);
        writer.line("end");
        return writer.text.toString();
    }

    private void section(CostSection section) {
        line("");
        line("section " + section.backend() + " " + section.load().word());
        LineCosts line = section.line();
        line(String.format(Locale.ROOT, "line own %.2f remote %.2f memory %.2f reader %.2f next %.2f", line.own(),
            line.remote(), line.memory(), line.reader(), line.next()));
        LoadCosts terms = section.terms();
        line(String.format(Locale.ROOT, "cost alpha %.1f beta %.4f gamma %.4f sync %.1f", terms.alpha(), terms.beta(),
            terms.gamma(), terms.sync()));
        for (CostRow row : section.rows()) {
            text.append("time ").append(row.operation().word()).append(' ')
                .append(row.operation().algorithm(row.algorithm())).append(' ').append(row.pes());
            for (int i = 0; i < row.bytes().length; i++) {
                text.append(' ').append(row.bytes()[i]).append('=').append(row.nanos()[i]);
            }
            line("");
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}

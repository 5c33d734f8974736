// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/** Writes tables in the format that {@link CostTableReader} reads. */
public final class CostTableWriter {
    private static final long DIGITS = 10_000;

    private final StringBuilder text = new StringBuilder();

    private CostTableWriter() {
    }

    /**
     * {@return the text of a table}
     *
     * @param table the table
     */
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
        line("line" + named("own", line.own()) + named("remote", line.remote()) + named("memory", line.memory())
            + named("reader", line.reader()) + named("next", line.next()));
        LoadCosts terms = section.terms();
        line("cost" + named("alpha", terms.alpha()) + named("beta", terms.beta()) + named("gamma", terms.gamma())
            + named("sync", terms.sync()));
        for (CostRow row : section.rows()) {
            text.append("time ").append(row.operation().word()).append(' ')
                .append(row.operation().algorithm(row.algorithm())).append(' ').append(row.pes());
            for (int i = 0; i < row.bytes().length; i++) {
                text.append(' ').append(row.bytes()[i]).append('=').append(row.nanos()[i]);
            }
            line("");
        }
    }

    /** Not by a formatter, which costs each start of a job more than all the rest of the table. */
    private static String named(String name, double value) {
        return " " + name + " " + Math.round(value * DIGITS) / (double) DIGITS;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}

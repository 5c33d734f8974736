// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import io.shmem4j.collective.cost.CostSection.LineCosts;

/** Writes tables in the format that {@link CostTableReader} reads. */
public final class CostTableWriter {
    private static final long DIGITS = 10_000;

    private final StringBuilder text = new StringBuilder();

    private CostTableWriter() {
    }

    public static String write(CostTable table) {
        CostTableWriter writer = new CostTableWriter();
        writer.head(table);
        writer.rest(table);
        return writer.text.toString();
    }

    /**
     * {@return a job's table of one section, with the choices that its PEs need first} Computing these in interpreted
     * code takes milliseconds.
     */
    public static String ofJob(CostTable table, int pes) {
        CostTableWriter writer = new CostTableWriter();
        writer.head(table);
        for (Operation operation : Operation.values()) {
            writer.line(CostTableReader.CHOICE + " " + operation.word() + " " + pes + " "
                + table.sections().getFirst().choice(operation, pes).words(operation));
        }
        writer.rest(table);
        return writer.text.toString();
    }

    private void head(CostTable table) {
        line(CostTableReader.MAGIC + " " + CostTableReader.VERSION);
        line("# Nanoseconds; 'oshrun --tune' writes such a file, docs/collectives.md describes it.");
        line("cores " + table.cores());
        line("machine " + table.machine());
    }

    private void rest(CostTable table) {
        table.sections().forEach(this::section);
        line("end");
    }

    private void section(CostSection section) {
        line("");
        line("section " + section.backend() + " " + section.load().word());
        LineCosts line = section.line();
        line("line" + named("own", line.own()) + named("remote", line.remote()) + named("memory", line.memory())
            + named("reader", line.reader()) + named("next", line.next()));
        line("signal" + number(section.signal()));
        for (CostRow row : section.rows()) {
            text.append("time ").append(row.operation().word()).append(' ')
                .append(row.operation().algorithm(row.algorithm())).append(' ').append(row.pes());
            for (int i = 0; i < row.bytes().length; i++) {
                text.append(' ').append(row.bytes()[i]).append('=').append(row.nanos()[i]);
            }
            line("");
        }
    }

    /** Not by a formatter, which would cost each start of a job more than the rest of the table. */
    private static String named(String name, double value) {
        return " " + name + number(value);
    }

    private static String number(double value) {
        return " " + Math.round(value * DIGITS) / (double) DIGITS;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}

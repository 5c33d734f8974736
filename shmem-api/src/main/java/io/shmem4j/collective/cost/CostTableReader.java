// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTable.Malformed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the file of a cost table: lines of words, with {@code #} before comments.
 *
 * <pre>
 *   shmem4j-costs 1                                           version of this format
 *   cores 2                                                   of the machine that was measured
 *   machine AMD EPYC, measured on 2026-11-20
 *   section shm own                                           backend; own: a core for each PE, shared: fewer
 *   line own 1.2 remote 60.1 memory 95 reader 20 next 9.5     nanoseconds of a cache line
 *   signal 120                                                from a signal until its receiver continues
 *   time broadcast flat 2 4=67 1024=94                        operation, algorithm, PEs, bytes=nanoseconds of a call
 *   end
 * </pre>
 */
public final class CostTableReader {
    /** First word of a line with a job's choice of algorithms for an operation of all its PEs. */
    static final String CHOICE = "choice";
    /** First word of each table. */
    static final String MAGIC = "shmem4j-costs";
    static final int VERSION = 2;
    private static final String TIME = "time ";
    private static final String SECTION = "section ";
    private static final String END = "end";

    private final String file;
    private final Operation only;
    /** Name of the section to read, null for all. */
    private final String wanted;
    private boolean unwanted;
    private final List<CostSection> sections = new ArrayList<>();
    private int cores;
    private String machine = "unknown";
    private boolean ended;
    private String backend;
    private Load load;
    private LineCosts lineCosts;
    private double signal = -1;
    private List<CostRow> rows = new ArrayList<>();
    private final long[] time = new long[2];
    private long[] lengths = new long[32];
    private long[] nanos = new long[32];

    private CostTableReader(String file, Operation only, String wanted) {
        this.file = file;
        this.only = only;
        this.wanted = wanted;
    }

    /** {@return the table in a text} Throws an exception with the reason if the table is malformed. */
    public static CostTable read(String file, String text) {
        return new CostTableReader(file, null, null).table(text);
    }

    /** {@return the table in a text, with the times of one operation only} Skipping the rest takes hardly any time. */
    static CostTable read(String file, String text, Operation only) {
        return new CostTableReader(file, only, null).table(text);
    }

    /** {@return a table with one section of a text, or with all sections if the text lacks that one} */
    static CostTable read(String file, String text, String backend, Load load) {
        String section = SECTION + backend + " " + load.word() + "\n";
        return new CostTableReader(file, null, text.contains("\n" + section) ? section : null).table(text);
    }

    /** {@return the choice before the section of a job's table, or null} */
    static Choice choice(String file, String text, Operation operation, int pes) {
        String wanted = CHOICE + " " + operation.word() + " " + pes + " ";
        int begin = 0;
        for (int number = 1; begin < text.length() && !text.startsWith(SECTION, begin); number++) {
            int end = text.indexOf('\n', begin);
            if (end < 0) {
                return null;
            }
            if (text.startsWith(wanted, begin)) {
                return Choice.read(new CostLine(file, number, text.substring(begin + wanted.length(), end)), operation);
            }
            begin = end + 1;
        }
        return null;
    }

    private CostTable table(String text) {
        int number = 0;
        for (int begin = 0; begin < text.length();) {
            int end = text.indexOf('\n', begin);
            end = end < 0 ? text.length() : end;
            number++;
            if (!ofAnother(text, begin) && !inAnother(text, begin)) {
                CostLine line = new CostLine(file, number, text.substring(begin, end));
                if (number == 1) {
                    first(line);
                } else if (line.more()) {
                    line(line, line.word("first word"));
                }
            }
            begin = end + 1;
        }
        if (!ended) {
            throw new Malformed(file, number, END, "is missing: the file is not complete");
        }
        return new CostTable(file, cores, machine, List.copyOf(sections));
    }

    /** {@return whether a line, spaced as by the writer, has times of an operation that is not wanted} */
    private boolean ofAnother(String text, int begin) {
        return only != null && backend != null && !ended && text.startsWith(TIME, begin)
            && !text.startsWith(only.word(), begin + TIME.length());
    }

    /** {@return whether a line is in a section that is not wanted} */
    private boolean inAnother(String text, int begin) {
        if (wanted != null && text.startsWith(SECTION, begin)) {
            unwanted = !text.startsWith(wanted, begin);
        } else if (text.startsWith(END, begin)) {
            unwanted = false;
        }
        return unwanted;
    }

    private static void first(CostLine line) {
        if (!line.more() || !line.word("first word").equals(MAGIC)) {
            throw line.wrong("first word", "must be " + MAGIC);
        }
        int version = line.whole("version", 0);
        if (version != VERSION) {
            throw line.wrong("version", version + " is not " + VERSION
                + ", the one this library reads; oshrun --tune measures anew");
        }
        line.end();
    }

    private void line(CostLine line, String word) {
        if (ended) {
            throw line.wrong("first word", "nothing comes after 'end'");
        }
        switch (word) {
            case "cores" -> cores = line.whole("cores", 1);
            case "machine" -> machine = line.rest("machine");
            case CHOICE -> line.skip();
            case "section" -> section(line);
            case "line" -> lineCosts = lineCosts(line);
            case "signal" -> signal = line.nanos("signal");
            case "time" -> time(line);
            case END -> {
                finish(line);
                if (cores == 0) {
                    throw line.wrong("cores", "is missing");
                }
                ended = true;
            }
            default -> throw line.wrong("first word", "'" + word + "' is not one of cores, machine, section, line, "
                + "signal, time, end");
        }
        line.end();
    }

    private static LineCosts lineCosts(CostLine line) {
        double own = line.named("own");
        double remote = line.named("remote");
        if (remote == 0) {
            throw line.wrong("remote", "must be more than 0: trees and rounds are chosen by it");
        }
        return new LineCosts(own, remote, line.named("memory"), line.named("reader"), line.named("next"));
    }

    private void section(CostLine line) {
        if (backend != null) {
            finish(line);
        }
        backend = line.word("backend");
        String word = line.word("load");
        load = word.equals(Load.OWN.word()) ? Load.OWN : Load.SHARED;
        if (!word.equals(load.word())) {
            throw line.wrong("load", "must be own or shared, not " + word);
        }
    }

    /** A section is complete when every operation has a time. */
    private void finish(CostLine line) {
        if (backend == null) {
            throw line.wrong("section", "is missing");
        }
        if (lineCosts == null || signal < 0) {
            throw line.wrong(lineCosts == null ? "line" : "signal", "is missing in section " + backend + " "
                + load.word());
        }
        boolean[] known = new boolean[Operation.values().length];
        for (CostRow row : rows) {
            known[row.operation().ordinal()] = true;
        }
        for (Operation operation : Operation.values()) {
            if (!known[operation.ordinal()] && (only == null || only == operation)) {
                throw line.wrong("time " + operation.word(), "is missing in section " + backend + " " + load.word());
            }
        }
        sections.add(new CostSection(backend, load, lineCosts, signal, List.copyOf(rows)));
        lineCosts = null;
        signal = -1;
        rows = new ArrayList<>();
    }

    private void time(CostLine line) {
        if (backend == null) {
            throw line.wrong("section", "is missing before the first time");
        }
        String word = line.word("operation");
        if (only == null || only.word().equals(word)) {
            rows.add(row(line, word));
        } else {
            line.skip();
        }
    }

    private CostRow row(CostLine line, String word) {
        Operation operation = Operation.of(word);
        if (operation == null) {
            throw line.wrong("operation", "there is no '" + word + "'");
        }
        int algorithm = line.algorithm(operation);
        int pes = line.whole("PEs", 2);
        int count = 0;
        do {
            if (count == lengths.length) {
                lengths = Arrays.copyOf(lengths, 2 * count);
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            line.time(time);
            if (time[0] == 0 && operation != Operation.BARRIER) {
                throw line.wrong("time", "a length of 0 bytes is only for barriers");
            }
            if (count > 0 && time[0] <= lengths[count - 1]) {
                throw line.wrong("time", "lengths must grow, which " + time[0] + " does not");
            }
            lengths[count] = time[0];
            nanos[count++] = time[1];
        } while (line.more());
        return new CostRow(operation, algorithm, pes, Arrays.copyOf(lengths, count), Arrays.copyOf(nanos, count));
    }
}

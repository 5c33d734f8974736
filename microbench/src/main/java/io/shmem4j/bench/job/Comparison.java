// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.report.Progress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One section: both sides in turns, the best of their runs, and how many times faster ours is. */
final class Comparison {
    private final OurSide ours;
    private final NativeSide theirs;
    private final Request request;

    Comparison(OurSide ours, NativeSide theirs, Request request) {
        this.ours = ours;
        this.theirs = theirs;
        this.request = request;
    }

    int steps(Section section, int... chosen) {
        return Arrays.stream(section.pes(chosen)).map(request::rounds).sum() * (theirs.has(section) ? 2 : 1);
    }

    /** {@return about how many seconds a section takes} */
    double seconds(Section section, int... chosen) {
        return Arrays.stream(section.pes(chosen)).mapToDouble(pes -> request.rounds(pes)
            * (request.ours(section, pes) + (theirs.has(section) ? request.theirs(section) : 0))).sum();
    }

    /** {@return the table of a section}, with numbers of PEs that are chosen for tests that take any */
    Sheet run(Section section, Progress progress, int... chosen) {
        Best our = new Best(section.lessIsBetter());
        Best their = new Best(section.lessIsBetter());
        boolean both = theirs.has(section);
        for (int pes : section.pes(chosen)) {
            for (int round = 1; round <= request.rounds(pes); round++) {
                String what = section.word() + ", " + pes + " PEs, run " + round;
                if (both) {
                    progress.step(what + ", native");
                    theirs.run(section, request, pes, their);
                }
                progress.step(what + ", ours");
                ours.run(section, request, pes, our);
            }
        }
        int most = Arrays.stream(section.pes(chosen)).map(request::rounds).max().orElseThrow();
        Sheet sheet = sheet(section, both, most, our, their);
        for (int pes : section.pes(chosen)) {
            if (request.rounds(pes) < most) {
                sheet.note(pes + " PEs: " + request.rounds(pes) + " run each, unless --rounds asks for more");
            }
        }
        if (our.unsteady() > 0) {
            sheet.note("in all runs of ours at least " + our.unsteady() + " values were not steady"
                + " when the warm-up ended, so they are too high; a longer --warmup-time helps");
        }
        if (!both) {
            sheet.note(theirs.advice(section));
        }
        return sheet;
    }

    private Sheet sheet(Section section, boolean both, int rounds, Best our, Best their) {
        Sheet sheet = new Sheet("compare-" + section.word(), section.title + (both ? ", shmem4j and "
            + theirs.name(section) : ", shmem4j alone") + ", best of " + rounds + " runs each",
            Sheet.Column.of("operation"), Sheet.Column.of("bytes"), Sheet.Column.of("PEs"), new Sheet.Column("shmem4j",
                section.unit, 2),
            new Sheet.Column("native", section.unit, 2), Sheet.Column.of("shmem4j is"));
        Set<Best.Row> rows = new LinkedHashSet<>();
        (both ? their : our).rows().forEach(rows::add);
        for (Best.Row row : rows) {
            Double mine = our.get(row);
            Double other = their.get(row);
            if (mine != null || both) {
                Double factor = mine == null || other == null ? null : section.lessIsBetter() ? other / mine
                    : mine / other;
                String words = factor == null ? null : inWords(factor);
                Long bytes = row.bytes() == 0 ? null : (Long) row.bytes();
                sheet.row(row.operation(), bytes, row.pes(), mine, other, words);
            }
        }
        return sheet;
    }

    /** {@return how many times faster or slower, with two digits that count} */
    static String inWords(double factor) {
        double times = Math.max(factor, 1 / factor);
        String number = String.format(Locale.ROOT, times < 10 ? "%.2f" : "%.0f", times);
        return number.equals("1.00") ? "as fast" : number + "x " + (factor > 1 ? "faster" : "slower");
    }

    /** The best value of each row in all runs of one side. */
    static final class Best {
        private final Map<Row, Double> values = new LinkedHashMap<>();
        private final boolean lessIsBetter;
        private int unsteady;

        Best(boolean lessIsBetter) {
            this.lessIsBetter = lessIsBetter;
        }

        void add(Row row, double value) {
            values.merge(row, value, lessIsBetter ? Math::min : Math::max);
        }

        /** Remembers values that were measured before compiled code was steady. */
        void addUnsteady(int values) {
            unsteady += values;
        }

        int unsteady() {
            return unsteady;
        }

        Double get(Row row) {
            return values.get(row);
        }

        Iterable<Row> rows() {
            return values.keySet();
        }

        /** An operation that is measured on both sides; 0 bytes where it has no data. */
        record Row(String operation, long bytes, int pes) {
        }
    }
}

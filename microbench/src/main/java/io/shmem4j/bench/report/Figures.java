// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes figures from tables: one per subject, combining the tables of all runs. */
final class Figures {
    /** Label of the size axis. */
    static final String SIZE = "message size (bytes)";

    private final List<Run> runs;

    /** A table with the run it belongs to. */
    private record Source(Run run, int number, Table table) {
    }

    Figures(List<Run> runs) {
        this.runs = runs;
    }

    Map<String, List<Figure>> all() {
        Map<String, List<Source>> subjects = new LinkedHashMap<>();
        for (int r = 0; r < runs.size(); r++) {
            for (Table table : runs.get(r).tables()) {
                subjects.computeIfAbsent(table.test() + '\n' + table.subject(), key -> new ArrayList<>())
                    .add(new Source(runs.get(r), r, table));
            }
        }
        Map<String, List<Plot>> figures = new LinkedHashMap<>();
        for (List<Source> sources : subjects.values()) {
            Table table = sources.getFirst().table();
            List<Plot> made = table.drawn() == null ? List.of() : List.of(byColumn(sources));
            if (table.isByOperation()) {
                OperationFigures operations = new OperationFigures(table);
                sources.forEach(source -> operations.add(source.table(), source.number(), variant(sources, source)));
                made = operations.all();
            }
            figures.computeIfAbsent(table.test(), key -> new ArrayList<>()).addAll(made);
        }
        scaling(figures);
        Map<String, List<Figure>> drawn = new LinkedHashMap<>();
        figures.forEach((test, plots) -> drawn.put(test, plots.stream().filter(Plot::worthwhile).map(Plot::figure)
            .toList()));
        return drawn;
    }

    private static String whole(double number) {
        return Long.toString(Math.round(number));
    }

    private static String variant(List<Source> sources, Source source) {
        return sources.stream().map(Source::number).distinct().count() > 1 ? source.run().label() : "";
    }

    private static Plot byColumn(List<Source> sources) {
        Table first = sources.getFirst().table();
        String x = first.heads().getFirst();
        Plot figure = new Plot(first.subject(), x.equals("size") ? SIZE : first.drawn().bars() ? "" : x,
            first.drawn().y(), first.drawn().bars());
        for (Source source : sources) {
            String variant = variant(sources, source);
            for (int column : source.table().drawnColumns()) {
                String name = source.table().name(column);
                boolean putget = name.endsWith(" putget") && variant.isEmpty();
                boolean direct = name.endsWith(" direct") && variant.isEmpty() && !figure.bars();
                String family = putget || direct ? name.substring(0, name.lastIndexOf(' ')) : name;
                for (List<Object> row : source.table().rows()) {
                    figure.add(family, putget ? "put/get" : direct ? "direct" : variant,
                        putget ? 1 : direct || variant.isEmpty() ? 0 : source.number(), row.getFirst(),
                        row.get(column));
                }
            }
        }
        return figure;
    }

    /**
     * Adds figures over the number of PEs, at the smallest and largest sizes, for tests that ran with several numbers.
     */
    private void scaling(Map<String, List<Plot>> figures) {
        Map<String, List<Source>> tests = new LinkedHashMap<>();
        for (int r = 0; r < runs.size(); r++) {
            for (Table table : runs.get(r).tables()) {
                if (table.heads().getFirst().equals("size") && table.drawn() != null && runs.get(r).pes() > 0) {
                    tests.computeIfAbsent(table.test() + '\n' + table.drawn().y(), key -> new ArrayList<>())
                        .add(new Source(runs.get(r), r, table));
                }
            }
        }
        for (List<Source> sources : tests.values()) {
            if (sources.stream().map(source -> source.run().pes()).distinct().count() > 1) {
                TreeSet<Double> sizes = new TreeSet<>();
                sources.forEach(source -> source.table().rows().forEach(row -> sizes.add((Double) row.getFirst())));
                figures.get(sources.getFirst().table().test()).add(overPes(sources, sizes.first()));
                figures.get(sources.getFirst().table().test()).add(overPes(sources, sizes.last()));
            }
        }
    }

    private static Plot overPes(List<Source> sources, double size) {
        Table first = sources.getFirst().table();
        Plot figure = new Plot(first.test() + " of " + whole(size) + " bytes over the number of PEs", "PEs",
            first.drawn().y(), false);
        Map<Integer, Source> ordered = new TreeMap<>();
        sources.forEach(source -> ordered.put(source.run().pes(), source));
        for (Source source : ordered.values()) {
            for (int column : source.table().drawnColumns()) {
                for (List<Object> row : source.table().rows()) {
                    if (row.getFirst().equals(size)) {
                        figure.add(source.table().name(column), "", 0, (double) source.run().pes(), row.get(column));
                    }
                }
            }
        }
        return figure;
    }

    /**
     * Figures of tables whose rows are operations with sizes and, for comparison with C, numbers of PEs: curves if
     * there are several PEs or sizes, otherwise bars.
     */
    private static final class OperationFigures {
        private static final int SEVERAL = 3;
        private static final int BYTES = 1;

        private final int pes;
        private final int value;
        private final int sides;
        private final int median;
        private final Plot bySize;
        private final Plot byPes;
        private final Plot bars;

        OperationFigures(Table table) {
            pes = table.heads().indexOf("PEs");
            value = pes < 0 ? BYTES + 1 : pes + 1;
            sides = pes < 0 ? 1 : 2;
            median = sides == 1 && value + 1 < table.heads().size() && table.name(value + 1).equals("median")
                ? value + 1 : -1;
            String y = (!table.name(value).equals("min") ? "best run" : median < 0 ? "best trial"
                : "best trial, line to the median") + " (" + table.unit(value) + ")";
            bySize = new Plot(table.subject() + ", by size", SIZE, y, false);
            byPes = new Plot(table.subject() + ", by PEs", "PEs", y, false);
            bars = new Plot(table.subject(), "", y, true);
        }

        List<Plot> all() {
            return List.of(bySize, byPes, bars);
        }

        void add(Table table, int number, String run) {
            for (List<Object> row : table.rows()) {
                for (int side = 0; side < sides; side++) {
                    String name = sides == 1 ? "" : table.name(value + side);
                    String variant = name.isEmpty() || run.isEmpty() ? name + run : name + ", " + run;
                    add(table, row, row.get(value + side), variant, side + (run.isEmpty() ? 0 : sides * number));
                }
            }
        }

        private void add(Table table, List<Object> row, Object measured, String variant, int dash) {
            String operation = (String) row.getFirst();
            if (pes > 0 && different(table, row, pes, BYTES) >= SEVERAL) {
                byPes.add(operation + bytes(row), variant, dash, row.get(pes), measured, usual(row));
            } else if (different(table, row, BYTES, pes) >= SEVERAL) {
                bySize.add(operation + jobSize(table, row), variant, dash, row.get(BYTES), measured, usual(row));
            } else {
                String word = operation + (different(table, row, BYTES, pes) > 1 ? bytes(row) : "")
                    + jobSize(table, row);
                bars.add(variant.isEmpty() ? "time" : variant, "", dash, word, measured, usual(row));
            }
        }

        private Object usual(List<Object> row) {
            return median < 0 ? null : row.get(median);
        }

        /**
         * {@return the number of different values of a column among rows of the same operation with an equal value in
         * another}
         */
        private static long different(Table table, List<Object> row, int column, int equal) {
            return table.rows().stream().filter(other -> other.getFirst().equals(row.getFirst())
                && (equal < 0 || Objects.equals(other.get(equal), row.get(equal)))).map(other -> other.get(column))
                .distinct().count();
        }

        private String jobSize(Table table, List<Object> row) {
            return pes < 0 || table.rows().stream().map(other -> other.get(pes)).distinct().count() == 1 ? ""
                : ", " + whole(row.get(pes)) + " PEs";
        }

        private static String bytes(List<Object> row) {
            return row.get(BYTES) == null ? "" : ", " + whole(row.get(BYTES)) + " B";
        }

        private static String whole(Object number) {
            return Long.toString(Math.round((Double) number));
        }
    }
}

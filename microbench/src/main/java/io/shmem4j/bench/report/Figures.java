// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.figure.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes figures of tables: one for each subject, with the tables of all runs that have it. */
final class Figures {
    /** What the axis of sizes shows. */
    static final String SIZE = "message size (bytes)";

    private final List<Run> runs;

    /** A table and the run that it is of. */
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

    /** Tests by size that were run with several numbers of PEs are drawn over these too, at their ends. */
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
}

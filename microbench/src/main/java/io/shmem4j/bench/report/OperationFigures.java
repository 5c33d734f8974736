// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import java.util.List;
import java.util.Objects;

/**
 * The figures of tables whose rows are operations with the size of their data and, beside a library for C, the number
 * of PEs: curves over the PEs or the sizes where there are several, bars for the others.
 */
final class OperationFigures {
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
        median = sides == 1 && value + 1 < table.heads().size() && table.name(value + 1).equals("median") ? value + 1
            : -1;
        String y = table.name(value).equals("min") ? "best trial" + (median < 0 ? "" : ", line to the median") + " ("
            + table.unit(value) + ")"
            : "best run (" + table.unit(value) + ")";
        bySize = new Plot(table.subject() + ", by size", Figures.SIZE, y, false);
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
            String word = operation + (different(table, row, BYTES, pes) > 1 ? bytes(row) : "") + jobSize(table, row);
            bars.add(variant.isEmpty() ? "time" : variant, "", dash, word, measured, usual(row));
        }
    }

    private Object usual(List<Object> row) {
        return median < 0 ? null : row.get(median);
    }

    /** {@return how many values a column has in rows of the same operation that are equal in another column too} */
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

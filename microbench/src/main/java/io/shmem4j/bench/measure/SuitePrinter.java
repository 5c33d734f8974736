// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Blocks of lines in the layout of a C suite, so that its numbers line up with those of the suite: one for each column
 * of a table by size, one for each operation of a table of operations and sizes, one for each column of a table of
 * operations. Tables of another kind have no counterpart there and are printed as tables.
 */
abstract class SuitePrinter extends Printer {
    /** Title of the first column in most tables. */
    private static final String SIZE = "size";
    private static final String BYTES = "bytes";
    private static final double TO_MICROS = 1e-3;
    private static final double MIB_PER_BYTE_PER_MICRO = 1e6 / (1 << 20);

    /** {@return the lines above the numbers} */
    abstract String head(String title, String axis, Measured like);

    abstract String line(String axis, long at, Measured value);

    String operations(String title, Map<String, Measured> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(text.isEmpty() ? "" : "\n")
            .append(head(title + ", " + name, SIZE, value)).append(line(SIZE, value.bytes(), value)));
        return text.toString();
    }

    @Override
    String print(Sheet sheet, Map<String, String> facts) {
        List<String> blocks = blocks(sheet);
        if (blocks.isEmpty()) {
            return new Printer.Aligned().print(sheet, facts);
        }
        StringBuilder text = new StringBuilder(comments(facts));
        blocks.forEach(block -> text.append('\n').append(block));
        sheet.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        return text.toString();
    }

    private List<String> blocks(Sheet sheet) {
        if (sheet.rows().isEmpty()) {
            return List.of();
        }
        if (sheet.rows().getFirst()[0] instanceof Long) {
            return bySize(sheet);
        }
        return sheet.columns().get(1).name().equals(BYTES) ? byOperation(sheet) : byPlace(sheet);
    }

    private static String title(Sheet sheet, String name) {
        return "shmem4j " + sheet.test() + ", " + name;
    }

    private static String title(Sheet sheet, int column) {
        return title(sheet, sheet.columns().get(column).name());
    }

    private List<String> bySize(Sheet sheet) {
        String axis = sheet.columns().getFirst().name();
        List<String> blocks = new ArrayList<>();
        for (int c = 1; c < sheet.columns().size(); c++) {
            StringBuilder text = new StringBuilder();
            for (Object[] row : sheet.rows()) {
                if (row[c] instanceof Measured measured) {
                    text.append(text.isEmpty() ? head(title(sheet, c), axis, measured) : "")
                        .append(line(axis, (Long) row[0], measured));
                }
            }
            if (!text.isEmpty()) {
                blocks.add(text.toString());
            }
        }
        return blocks;
    }

    private List<String> byOperation(Sheet sheet) {
        Map<String, StringBuilder> blocks = new LinkedHashMap<>();
        for (Object[] row : sheet.rows()) {
            for (Object cell : row) {
                if (cell instanceof Measured measured) {
                    String name = row[0].toString();
                    blocks.computeIfAbsent(name, key -> new StringBuilder(head(title(sheet, name), SIZE,
                        measured))).append(line(SIZE, measured.bytes(), measured));
                }
            }
        }
        return blocks.values().stream().map(StringBuilder::toString).toList();
    }

    private List<String> byPlace(Sheet sheet) {
        List<String> blocks = new ArrayList<>();
        for (int c = 1; c < sheet.columns().size(); c++) {
            Map<String, Measured> values = new LinkedHashMap<>();
            for (Object[] row : sheet.rows()) {
                if (row[c] instanceof Measured measured && measured.quantity() == Quantity.RATE) {
                    values.put(row[0].toString(), measured);
                }
            }
            if (!values.isEmpty()) {
                blocks.add(operations(title(sheet, c), values));
            }
        }
        return blocks;
    }

    /**
     * Size and latency in microseconds, or size and messages per second; with each PE's own times the columns of OSU's
     * {@code -f}; of atomics millions a second and latency. Two more digits, because ours are short.
     */
    static final class Osu extends SuitePrinter {
        @Override
        String head(String title, String axis, Measured like) {
            String start = String.format("# %s%n%-10s", title, axis.equals(SIZE) ? "# Size" : "# " + axis);
            if (like.quantity() != Quantity.LATENCY) {
                return start + String.format("%18s%n", "Messages/s");
            }
            return start + (full(like) ? String.format("%18s%18s%18s%12s%n", "Avg Latency(us)", "Min Latency(us)",
                "Max Latency(us)", "Iterations") : String.format("%18s%n", "Latency (us)"));
        }

        @Override
        String line(String axis, long at, Measured value) {
            if (value.quantity() != Quantity.LATENCY) {
                return String.format(Locale.ROOT, "%-10d%18.2f%n", at, value.messages());
            }
            Timing.Spread spread = value.timing().spread();
            return full(value) ? String.format(Locale.ROOT, "%-10d%18.4f%18.4f%18.4f%12d%n", at,
                spread.mean() * TO_MICROS, spread.least() * TO_MICROS, spread.most() * TO_MICROS,
                value.timing().operations()) : String.format(Locale.ROOT, "%-10d%18.4f%n", at, value.micros());
        }

        @Override
        String operations(String title, Map<String, Measured> values) {
            StringBuilder text = new StringBuilder(String.format("# %s%n%-20s%20s%20s%n", title, "# Operation",
                "Million ops/s", "Latency (us)"));
            values.forEach((name, value) -> text.append(String.format(Locale.ROOT, "%-20s%20.2f%20.4f%n", name,
                value.value(), value.micros())));
            return text.toString();
        }

        private static boolean full(Measured value) {
            return value.timing().spread().pes() > 1;
        }
    }

    /** Size and latency in microseconds, or size, bandwidth in 1 000 000 bytes per second and messages per second. */
    static final class Sos extends SuitePrinter {
        @Override
        String head(String title, String axis, Measured like) {
            return String.format("# %s%n%-20s%s%n", title, axis.equals(SIZE) ? "Message Size" : axis,
                like.quantity() == Quantity.LATENCY ? "Latency in us"
                    : String.format("%-30s%s", "Bandwidth in mbytes/sec", "Message Rate in msgs/sec"));
        }

        @Override
        String line(String axis, long at, Measured value) {
            return value.quantity() == Quantity.LATENCY
                ? String.format(Locale.ROOT, "%-20d%.4f%n", at, value.micros())
                : String.format(Locale.ROOT, "%-20d%-30.2f%.2f%n", at, value.megabytes(), value.messages());
        }
    }

    /**
     * Size, repetitions, the times in microseconds of the fastest and the slowest process and the mean of all, which
     * are means over all repetitions, and bandwidth in 1 000 000 bytes per second.
     */
    static final class Imb extends SuitePrinter {
        @Override
        String head(String title, String axis, Measured like) {
            return String.format("# %s%n%12s%14s%14s%14s%14s%14s%n", title,
                "#" + (axis.equals(SIZE) ? "bytes" : axis), "#repetitions", "t_min[usec]", "t_max[usec]",
                "t_avg[usec]", "Mbytes/sec");
        }

        @Override
        String line(String axis, long at, Measured value) {
            Timing.Spread spread = value.timing().spread();
            return String.format(Locale.ROOT, "%12d%14d%14.4f%14.4f%14.4f%14.2f%n", at, value.timing().operations(),
                spread.least() * TO_MICROS, spread.most() * TO_MICROS, spread.mean() * TO_MICROS, value.megabytes());
        }
    }

    /**
     * Block size in ints, repetitions, and latency in microseconds, or bandwidth in 1 048 576 bytes per second as the
     * mean over pairs. Strided copies have a fixed count and the stride instead of the block size.
     */
    static final class Uh extends SuitePrinter {
        private static final String STRIDE = "stride";

        @Override
        String head(String title, String axis, Measured like) {
            String start = axis.equals(STRIDE) ? String.format("%20s %20s", "count", STRIDE)
                : String.format("%20s", axis.equals(SIZE) ? "blksize" : axis);
            return String.format("# %s%n%s %20s %20s%n", title, start, "nrep",
                like.quantity() == Quantity.BANDWIDTH ? "bandwidth" : "latency");
        }

        @Override
        String line(String axis, long at, Measured value) {
            long ints = value.bytes() / Integer.BYTES;
            String start = axis.equals(STRIDE) ? String.format("%20d %20d", ints, at)
                : String.format("%20d", axis.equals(SIZE) ? ints : at);
            start += String.format(" %20d", value.timing().operations());
            return value.quantity() == Quantity.BANDWIDTH
                ? start + String.format(Locale.ROOT, " %17.3f MB/s%n", value.bytes() / value.micros()
                    * MIB_PER_BYTE_PER_MICRO)
                : start + String.format(Locale.ROOT, " %17.8f us%n", value.micros());
        }
    }

    /** Size, time in microseconds and bandwidth in 1 048 576 bytes per second, each made of the other. */
    static final class Shmembench extends SuitePrinter {
        @Override
        String head(String title, String axis, Measured like) {
            return String.format("# %s%n%-20s%-20s%s%n", title, axis.equals(SIZE) ? "Message Size" : axis,
                "Avg Time (us)", "Avg MB/s");
        }

        @Override
        String line(String axis, long at, Measured value) {
            return String.format(Locale.ROOT, "%-20d%-20.4f%.2f%n", at, value.micros(),
                value.bytes() / value.micros() * MIB_PER_BYTE_PER_MICRO);
        }
    }
}

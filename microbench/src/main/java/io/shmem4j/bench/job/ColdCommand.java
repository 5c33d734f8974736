// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.Commands;
import io.shmem4j.bench.suite.Tool;
import io.shmem4j.report.Progress;
import io.shmem4j.report.ToolMain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** The main class of {@code oshrun bench cold}. */
@Command(name = "bench cold", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Starts a fresh job with default options for each operation, and prints what its first calls take"
        + " and what it takes once it is warm.")
public final class ColdCommand implements Callable<Integer> {
    private static final double MILLI = 1e-3;
    private static final List<String> STRETCHES = List.of("cold", "warm", "first call", "to call 100", "to call 1000",
        "to call 3000");

    @Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "OPERATION", arity = "0..*",
        description = "what to call: barrier, sync, sum, broadcast, fcollect, alltoall, p, g, put, get, fetch-add,"
            + " ping-pong (default: all)")
    private List<String> operations = Stream.of(ColdOperation.values()).map(ColdOperation::word).toList();

    @Option(names = "--np", paramLabel = "N", split = ",", defaultValue = "2,16",
        description = "PEs of the jobs (default: ${DEFAULT-VALUE})")
    private int[] pes;

    @Option(names = "--calls", paramLabel = "N",
        description = "calls of the cold loop (default: 20000, where PEs outnumber cores 2000)")
    private Integer calls;

    @Option(names = "--sizes", paramLabel = "SIZE", split = ",", defaultValue = "4,64k",
        converter = Tool.Size.class, description = "bytes of a PE in collectives (default: ${DEFAULT-VALUE})")
    private List<Long> sizes;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3",
        description = "jobs of each operation (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--warmup-time", paramLabel = "MS", defaultValue = "2000",
        description = "how long the loop goes on to get warm, in milliseconds (default: ${DEFAULT-VALUE})")
    private int warmup;

    @Option(names = "--format", paramLabel = "F", defaultValue = "TABLE",
        description = "table, csv or json (default: table)")
    private Report.Format format;

    /** One line of the tables. */
    private record Line(ColdOperation operation, long bytes, int pes) {
    }

    public static void main(String[] args) {
        ToolMain.run(new ColdCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        require();
        Report report = new Report(format, Tool.facts());
        try (Commands commands = new Commands()) {
            Map<Line, Rounds> measured = measure(commands);
            report.add(sheet(measured, Timing.Statistic.MIN));
            if (rounds > 1) {
                report.add(sheet(measured, Timing.Statistic.MEDIAN));
            }
        }
        return 0;
    }

    private void require() {
        operations.forEach(ColdOperation::of);
        for (int n : pes) {
            Tool.ranged(spec, "--np", n, 2, Tool.MOST_PES);
        }
        Tool.sized(spec, sizes);
        Tool.ranged(spec, "--calls", calls == null ? 1 : calls, 1, 100_000_000);
        Tool.ranged(spec, "--rounds", rounds, 1, 1000);
        Tool.ranged(spec, "--warmup-time", warmup, 1, 600_000);
    }

    private int chosen() {
        return calls == null ? 0 : calls;
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (int n : pes) {
            for (String word : operations) {
                ColdOperation operation = ColdOperation.of(word);
                operation.sizes(sizes).forEach(bytes -> lines.add(new Line(operation, bytes, n)));
            }
        }
        return lines;
    }

    private Map<Line, Rounds> measure(Commands commands) {
        Map<Line, Rounds> measured = new LinkedHashMap<>();
        lines().forEach(line -> measured.put(line, new Rounds()));
        try (Progress progress = Progress.toTerminalOrLines("jobs", 1 + MILLI * warmup, "name some of "
            + String.join(", ", operations) + ", or say --rounds 1, --np 2 or --warmup-time, for less", System.err)) {
            progress.begin("bench cold");
            progress.plan(rounds * measured.size());
            for (int round = 1; round <= rounds; round++) {
                for (Map.Entry<Line, Rounds> entry : measured.entrySet()) {
                    Line line = entry.getKey();
                    progress.step(line.operation().word() + ", " + line.pes() + " PEs, round " + round);
                    entry.getValue().add(run(commands, line));
                }
            }
        }
        return measured;
    }

    /** {@return mean microseconds of a call by the stretch of the loop, in a job started as a user starts his} */
    private Map<String, Double> run(Commands commands, Line line) {
        List<String> words = new ArrayList<>(Tool.launcher());
        words.addAll(List.of("-np", Integer.toString(line.pes()), line.operation().program(),
            Integer.toString(Request.calls(chosen(), line.pes())), Integer.toString(warmup),
            Long.toString(line.bytes())));
        Map<String, Double> micros = new LinkedHashMap<>();
        for (String row : commands.run(words, Map.of()).split("\n")) {
            String[] cells = row.split("\t");
            if (cells.length == 3) {
                micros.put(cells[0], Double.valueOf(cells[2]));
            }
        }
        return micros;
    }

    private Sheet sheet(Map<Line, Rounds> measured, Timing.Statistic statistic) {
        boolean least = statistic == Timing.Statistic.MIN;
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("operation"), Sheet.Column.of("bytes"),
            Sheet.Column.of("PEs")));
        STRETCHES.forEach(stretch -> columns.add(new Sheet.Column(stretch, "us", 3)));
        columns.add(new Sheet.Column("total", "ms", 1));
        columns.add(Sheet.Column.of("calls"));
        Sheet sheet = new Sheet(least ? "cold" : "cold-median", "mean time of a call in a fresh job, "
            + (least ? "best" : "median") + " of " + rounds + " runs each", columns);
        measured.forEach((line, values) -> {
            List<Object> cells = new ArrayList<>();
            cells.add(line.operation().word());
            cells.add(line.bytes() == 0 ? null : (Long) line.bytes());
            cells.add(line.pes());
            STRETCHES.forEach(stretch -> cells.add(values.get(stretch, statistic)));
            int made = Request.calls(chosen(), line.pes());
            Double each = values.get("cold", statistic);
            cells.add(each == null ? null : (Double) (each * made * MILLI));
            cells.add(made);
            sheet.row(cells.toArray());
        });
        sheet.note("cold: all calls of the column calls, whose time is the total; to call 100: from the first one on");
        return sheet;
    }

    /** Values that all jobs of one operation have measured. */
    static final class Rounds {
        private final Map<String, List<Double>> values = new LinkedHashMap<>();

        void add(Map<String, Double> job) {
            job.forEach((stretch, micros) -> values.computeIfAbsent(stretch, key -> new ArrayList<>()).add(micros));
        }

        /** {@return a stretch's value, null where the loop was too short to have it} */
        Double get(String stretch, Timing.Statistic statistic) {
            List<Double> all = values.getOrDefault(stretch, List.of()).stream().sorted().toList();
            return all.isEmpty() ? null : all.get(statistic == Timing.Statistic.MIN ? 0 : all.size() / 2);
        }
    }
}

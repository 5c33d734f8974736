// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.bench.measure.Machine;
import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.config.ByteSize;
import io.shmem4j.report.Progress;
import io.shmem4j.report.ToolException;
import io.shmem4j.report.ToolMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine;

/** Main class of {@code oshrun bench cold}. */
@Command(name = "bench cold", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Starts a fresh job with default options for each operation, and prints what its first calls take"
        + " and what it takes once it is warm.")
public final class ColdCommand implements Callable<Integer> {
    private static final int MOST_PES = 256;
    private static final String LIMIT_SECONDS = "600";
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
        converter = Size.class, description = "bytes of a PE in collectives (default: ${DEFAULT-VALUE})")
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

    private record Line(ColdOperation operation, long bytes, int pes) {
    }

    public static void main(String[] args) {
        ToolMain.run(new ColdCommand(), args);
    }

    @Override
    public Integer call() {
        require();
        Map<String, String> facts = Machine.facts(0, false);
        facts.keySet().removeAll(List.of("PEs", "shape", "flags", "wait"));
        Report report = new Report(format, facts);
        Map<Line, Rounds> measured = measure();
        report.add(sheet(measured, Timing.Statistic.MIN));
        if (rounds > 1) {
            report.add(sheet(measured, Timing.Statistic.MEDIAN));
        }
        return 0;
    }

    private void require() {
        operations.forEach(ColdOperation::of);
        for (int n : pes) {
            require("--np", n, 2, MOST_PES);
        }
        for (long size : sizes) {
            require("--sizes", size, Integer.BYTES, 1 << 24);
            if (size % Integer.BYTES != 0) {
                throw new ParameterException(spec.commandLine(), "--sizes: " + size + " is no multiple of 4");
            }
        }
        require("--calls", calls == null ? 1 : calls, 1, 100_000_000);
        require("--rounds", rounds, 1, 1000);
        require("--warmup-time", warmup, 1, 600_000);
    }

    private void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(), option + " is from " + least + " to " + most + ", not "
                + value);
        }
    }

    private int calls(int n) {
        return calls != null ? calls : n > Runtime.getRuntime().availableProcessors() ? 2_000 : 20_000;
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

    private Map<Line, Rounds> measure() {
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
                    entry.getValue().add(run(line));
                }
            }
        }
        return measured;
    }

    /** Runs a job with default options and {@return the mean microseconds per call in each stretch of the loop} */
    private Map<String, Double> run(Line line) {
        List<String> words = launcher();
        words.addAll(List.of("--timeout", LIMIT_SECONDS, "-np", Integer.toString(line.pes()), ColdLoop.class.getName(),
            line.operation().name(), Integer.toString(calls(line.pes())), Integer.toString(warmup),
            Long.toString(line.bytes())));
        Map<String, Double> micros = new LinkedHashMap<>();
        for (String row : output(words).split("\n")) {
            String[] cells = row.split("\t");
            if (cells.length == 2) {
                micros.put(cells[0], Double.valueOf(cells[1]));
            }
        }
        return micros;
    }

    private static List<String> launcher() {
        String root = System.getProperty("shmem4j.root", "");
        Path script = Path.of(root, "oshrun");
        return new ArrayList<>(!root.isEmpty() && Files.isExecutable(script) ? List.of(script.toString())
            : List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "io.shmem4j.launch.cli.Launcher"));
    }

    /** Runs a job and {@return its output} If this process is killed, the job ends, too. */
    private static String output(List<String> words) {
        try {
            Path errors = Files.createTempFile("shmem4j-bench-", ".err");
            Process process = new ProcessBuilder(words).redirectError(errors.toFile()).start();
            Thread hook = new Thread(process::destroy, "end of the job");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int status = process.waitFor();
                if (status != 0) {
                    throw new ToolException(1, String.join(" ", words) + " ended with status " + status + ":\n"
                        + Files.readString(errors).strip());
                }
                return out;
            } finally {
                Runtime.getRuntime().removeShutdownHook(hook);
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new ToolException(2, "can't run " + String.join(" ", words) + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts the main thread", e);
        }
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
            int made = calls(line.pes());
            Double each = values.get("cold", statistic);
            cells.add(each == null ? null : (Double) (each * made * MILLI));
            cells.add(made);
            sheet.row(cells.toArray());
        });
        sheet.note("cold: all calls of the column calls, whose time is the total; to call 100: from the first one on");
        return sheet;
    }

    /** Microseconds of all jobs for a line of the table, by stretch. */
    static final class Rounds {
        private final Map<String, List<Double>> values = new LinkedHashMap<>();

        void add(Map<String, Double> job) {
            job.forEach((stretch, micros) -> values.computeIfAbsent(stretch, key -> new ArrayList<>()).add(micros));
        }

        /** {@return a statistic of a stretch, or null if the loop was shorter} */
        Double get(String stretch, Timing.Statistic statistic) {
            List<Double> all = values.getOrDefault(stretch, List.of()).stream().sorted().toList();
            return all.isEmpty() ? null : all.get(statistic == Timing.Statistic.MIN ? 0 : all.size() / 2);
        }
    }

    /** Parses a number with the suffix k, m or g. */
    private static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String word) {
            try {
                return ByteSize.parse(word);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}

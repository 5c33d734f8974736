// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.Commands;
import io.shmem4j.bench.suite.LongRun;
import io.shmem4j.bench.suite.Tool;
import io.shmem4j.report.ToolMain;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** The main class of {@code oshrun bench user}. */
@Command(name = "bench user", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Runs the example calltimes, whose loops are a user's, beside the suite's tests of the same calls and"
        + " beside the same program in C on an installed OpenSHMEM library, and prints the ratios.")
public final class UserCommand implements Callable<Integer> {
    private static final String SUM = "sum";
    private static final double MICRO = 1e3;

    @Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--np", paramLabel = "N", defaultValue = "2", description = "PEs (default: ${DEFAULT-VALUE})")
    private int pes;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3",
        description = "runs of each program (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1000",
        description = "how often the user's program repeats a loop (default: ${DEFAULT-VALUE})")
    private int repeat;

    @Mixin
    private ComparedSides sides;

    private final Best user = new Best(true);
    private final Best bench = new Best(true);
    private final Best sums = new Best(true);
    private final Best theirs = new Best(true);

    public static void main(String[] args) {
        ToolMain.run(new UserCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        Tool.ranged(spec, "--np", pes, 1, Tool.MOST_PES);
        Tool.ranged(spec, "--rounds", rounds, 1, 1000);
        Tool.ranged(spec, "--repeat", repeat, 1, 1_000_000);
        sides.require(spec);
        NativeLibrary library = sides.library();
        try (Report report = new Report(sides.format, sides.output, Tool.facts());
            Tool.WorkFolder work = Tool.WorkFolder.create()) {
            Commands commands = new Commands(work.path());
            NativeSide other = new NativeSide(commands, work.path(), library, sides.nativeOptions);
            measure(new OurSide(commands, List.of()), library == null ? null : other);
            report.add(sheet(library == null ? other.advice(Section.LATENCY) : null));
            report.finish();
        }
        return 0;
    }

    private void measure(OurSide ours, NativeSide other) {
        Request request = new Request(rounds, sides.trials, sides.millis, sides.warmup, List.of(), 1, 0);
        double suite = request.ours(Section.LATENCY, pes);
        int programs = other == null ? 2 : 3;
        try (LongRun progress = LongRun.of("bench user", rounds * programs, rounds * (suite + programs))
            .tell(rounds * programs + " runs", "--rounds 1, --trials and --warmup-time make it shorter")) {
            for (int round = 1; round <= rounds; round++) {
                progress.step("the user's program, run " + round, 1);
                ours.user(pes, repeat, user);
                if (other != null) {
                    progress.step("the same in C, run " + round, 1);
                    other.user(pes, repeat, theirs);
                }
                progress.step("bench, run " + round, suite + 1);
                ours.run(Section.LATENCY, List.of("latency"), request, pes, bench);
                ours.run(Section.COLLECTIVES, List.of("reduce", "--time", "call", "--only", "auto", "--sizes",
                    "4,64k"), request, pes, sums);
            }
        }
    }

    /** {@return the suite's time for a row of the user's program, null if it has none} */
    private Double bench(Best.Row row) {
        if (!row.operation().equals(SUM)) {
            return bench.get(row);
        }
        Double micros = sums.get(new Best.Row("reduce", row.bytes(), row.pes()));
        return micros == null ? null : (Double) (micros * MICRO);
    }

    private Sheet sheet(String advice) {
        Sheet sheet = new Sheet("user", "a user's plain loops, bench and C, best of " + rounds + " runs each",
            Sheet.Column.of("operation"), Sheet.Column.of("bytes"), Sheet.Column.of("PEs"), new Sheet.Column("user",
                "ns", 2),
            new Sheet.Column("bench", "ns", 2), new Sheet.Column("user / bench", "", 2), new Sheet.Column("C", "ns", 2),
            new Sheet.Column("user / C", "", 2));
        for (Best.Row row : user.rows()) {
            Double mine = user.get(row);
            Double suite = bench(row);
            Double inC = theirs.get(row);
            sheet.row(row.operation(), row.bytes() == 0 ? null : (Long) row.bytes(), row.pes(), mine, suite,
                ratio(mine, suite), inC, ratio(mine, inC));
        }
        if (advice != null) {
            sheet.note(advice);
        }
        return sheet;
    }

    private static Double ratio(Double mine, Double other) {
        return other == null ? null : (Double) (mine / other);
    }
}

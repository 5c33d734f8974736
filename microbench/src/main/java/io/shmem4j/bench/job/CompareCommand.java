// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.suite.Commands;
import io.shmem4j.bench.suite.Tool;
import io.shmem4j.report.Progress;
import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** The main class of {@code oshrun bench compare}. */
@Command(name = "bench compare", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Runs tests of the suite and their C twins on an installed OpenSHMEM library in turns, and prints"
        + " both. Without a library or a C compiler it runs the suite's alone.")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "SECTION", arity = "0..*",
        description = "what to compare: ${COMPLETION-CANDIDATES} (default: all)")
    private Set<Section> sections = EnumSet.allOf(Section.class);

    @Option(names = "--np", paramLabel = "N", split = ",", defaultValue = "2,4",
        description = "PEs of collectives and cold, which takes 2 or more (default: ${DEFAULT-VALUE}); stream takes 1"
            + " and 2, others 2")
    private int[] pes;

    @Option(names = "--sizes", paramLabel = "SIZE", split = ",", defaultValue = "8,1k,64k",
        converter = Tool.Size.class, description = "bytes of a PE in collectives (default: ${DEFAULT-VALUE})")
    private List<Long> sizes;

    @Option(names = "--elements", paramLabel = "N", defaultValue = "1m", converter = Tool.Size.class,
        description = "doubles of each array of STREAM (default: ${DEFAULT-VALUE})")
    private long elements;

    @Option(names = "--rounds", paramLabel = "N",
        description = "runs of each program (default: 3, with more than four PEs on a core 1)")
    private Integer rounds;

    @Option(names = "--calls", paramLabel = "N",
        description = "calls of a cold loop (default: 20000, where PEs outnumber cores 2000)")
    private Integer calls;

    @Option(names = "--our-options", paramLabel = "WORDS", split = " ",
        description = "options for our launcher, such as --hosts a:1,b:1; cold jobs have none")
    private List<String> ourOptions = List.of();

    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "trials of each value in a run (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = "--trial-time", paramLabel = "MS", defaultValue = "10",
        description = "length of a trial in milliseconds (default: ${DEFAULT-VALUE})")
    private int millis;

    @Option(names = "--warmup-time", paramLabel = "MS", defaultValue = "3000",
        description = "longest warm-up of a value on our side in milliseconds, times the PEs that share a core"
            + " (default: ${DEFAULT-VALUE})")
    private int warmup;

    @Option(names = "--native", paramLabel = "FOLDER",
        description = "where oshcc and oshrun of the library lie (default: searched on PATH)")
    private Path folder;

    @Option(names = "--native-options", paramLabel = "WORDS", split = " ",
        description = "options for the library's launcher")
    private List<String> nativeOptions = List.of();

    @Option(names = "--format", paramLabel = "F", defaultValue = "TABLE",
        description = "table, csv or json (default: table)")
    private Report.Format format;

    public static void main(String[] args) {
        ToolMain.run(new CompareCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        require();
        NativeLibrary library = library();
        Report report = new Report(format, Tool.facts());
        try (Commands commands = new Commands()) {
            NativeSide theirs = new NativeSide(commands, library, nativeOptions);
            Comparison comparison = new Comparison(new OurSide(commands, ourOptions), theirs, request());
            try (Progress progress = announced(comparison)) {
                for (Section section : sections) {
                    report.add(comparison.run(section, progress, pes));
                }
            }
        }
        return 0;
    }

    private Progress announced(Comparison comparison) {
        int steps = sections.stream().mapToInt(section -> comparison.steps(section, pes)).sum();
        double seconds = sections.stream().mapToDouble(section -> comparison.seconds(section, pes)).sum();
        Progress progress = Progress.toTerminalOrLines("runs", seconds / steps, sections.size() > 1 ? "name some of "
            + String.join(", ", sections.stream().map(Section::word).toList()) + ", or say --rounds 1, for less"
            : "--rounds 1, --trials and --warmup-time make it shorter", System.err);
        progress.begin("bench compare");
        progress.plan(steps);
        return progress;
    }

    private Request request() {
        return new Request(rounds == null ? 0 : rounds, trials, millis, warmup, sizes,
            elements, calls == null ? 0 : calls);
    }

    private void require() {
        boolean cold = sections.contains(Section.COLD);
        for (int n : pes) {
            Tool.ranged(spec, cold ? "--np, with the section cold," : "--np", n, cold ? 2 : 1, Tool.MOST_PES);
        }
        Tool.sized(spec, sizes);
        Tool.ranged(spec, "--elements", elements, 1, 1 << 27);
        Tool.ranged(spec, "--rounds", rounds == null ? 1 : rounds, 1, 1000);
        Tool.ranged(spec, "--calls", calls == null ? 1 : calls, 1, 100_000_000);
        Tool.ranged(spec, "--trials", trials, 1, 1000);
        Tool.ranged(spec, "--trial-time", millis, 1, 60_000);
        Tool.ranged(spec, "--warmup-time", warmup, 1, 600_000);
    }

    /** {@return the library for C, null if there is none} */
    private NativeLibrary library() {
        NativeLibrary library = folder == null ? NativeLibrary.find(System.getenv().getOrDefault("PATH", ""))
            : NativeLibrary.in(folder);
        if (folder != null && library == null) {
            throw new UsageException("--native " + folder + " has no oshcc and oshrun of an OpenSHMEM library for C");
        }
        return library;
    }
}

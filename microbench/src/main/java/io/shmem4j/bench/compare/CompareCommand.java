// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

import io.shmem4j.bench.print.Format;
import io.shmem4j.bench.print.Report;
import io.shmem4j.bench.tool.Commands;
import io.shmem4j.bench.tool.Size;
import io.shmem4j.bench.tool.Tool;
import io.shmem4j.bench.tool.WorkFolder;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
        description = "PEs of collectives (default: ${DEFAULT-VALUE}); stream takes 1 and 2, others 2")
    private int[] pes;

    @Option(names = "--sizes", paramLabel = "SIZE", split = ",", defaultValue = "8,1k,64k",
        converter = Size.class, description = "bytes of a PE in collectives (default: ${DEFAULT-VALUE})")
    private List<Long> sizes;

    @Option(names = "--elements", paramLabel = "N", defaultValue = "1m", converter = Size.class,
        description = "doubles of each array of STREAM (default: ${DEFAULT-VALUE})")
    private long elements;

    @Option(names = "--rounds", paramLabel = "N",
        description = "runs of each program (default: 3, with more than four PEs on a core 1)")
    private Integer rounds;

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

    @Option(names = "--calls", paramLabel = "N",
        description = "calls of a cold loop (default: 20000, where PEs outnumber cores 2000)")
    private Integer calls;

    @Option(names = "--native", paramLabel = "FOLDER",
        description = "where oshcc and oshrun of the library lie (default: searched on PATH)")
    private Path folder;

    @Option(names = "--native-options", paramLabel = "WORDS", split = " ",
        description = "options for the library's launcher")
    private List<String> nativeOptions = List.of();

    @Option(names = "--format", paramLabel = "F", defaultValue = "TABLE",
        description = "table, csv or json (default: table)")
    private Format format;

    @Option(names = "--output", paramLabel = "FILE", description = "write there, not to standard output")
    private Path output;

    /**
     * Runs a command line and exits with its status: 0, 1 if a program failed, 2 if the command line is wrong.
     *
     * @param args words after {@code oshrun bench compare}
     */
    public static void main(String[] args) {
        Tool.run("bench compare", new CompareCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        require();
        NativeLibrary library = folder == null ? NativeLibrary.find(System.getenv().getOrDefault("PATH", ""))
            : NativeLibrary.in(folder);
        if (folder != null && library == null) {
            throw new UsageException("--native " + folder + " has no oshcc and oshrun of an OpenSHMEM library for C");
        }
        try (Report report = new Report(format, output, Tool.facts()); WorkFolder work = WorkFolder.create()) {
            Commands commands = new Commands(work.path());
            NativeSide theirs = new NativeSide(commands, work.path(), library, nativeOptions);
            try (Progress progress = Progress.toTerminal()) {
                Comparison comparison = new Comparison(new OurSide(commands), theirs,
                    new Request(rounds == null ? 0 : rounds, trials, millis, warmup, sizes, elements,
                        calls == null ? 0 : calls), progress);
                progress.plan(sections.stream().mapToInt(section -> comparison.steps(section, pes)).sum());
                for (Section section : sections) {
                    report.add(comparison.run(section, pes));
                }
            }
            report.finish();
        }
        return 0;
    }

    private void require() {
        for (int n : pes) {
            Tool.ranged(spec, "--np", n, 1, Tool.MOST_PES);
        }
        Tool.sized(spec, sizes);
        Tool.ranged(spec, "--elements", elements, 1, 1 << 27);
        Tool.ranged(spec, "--rounds", rounds == null ? 1 : rounds, 1, 1000);
        Tool.ranged(spec, "--trials", trials, 1, 1000);
        Tool.ranged(spec, "--trial-time", millis, 1, 60_000);
        Tool.ranged(spec, "--warmup-time", warmup, 1, 600_000);
        Tool.ranged(spec, "--calls", calls == null ? 1 : calls, 1, 100_000_000);
        Tool.plain(spec, format);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.suite.Tool;
import io.shmem4j.report.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of all commands that measure both sides. */
final class ComparedSides {
    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "trials of each value in a run (default: ${DEFAULT-VALUE})")
    int trials;

    @Option(names = "--trial-time", paramLabel = "MS", defaultValue = "10",
        description = "length of a trial in milliseconds (default: ${DEFAULT-VALUE})")
    int millis;

    @Option(names = "--warmup-time", paramLabel = "MS", defaultValue = "3000",
        description = "longest warm-up of a value on our side in milliseconds, times the PEs that share a core"
            + " (default: ${DEFAULT-VALUE})")
    int warmup;

    @Option(names = "--native", paramLabel = "FOLDER",
        description = "where oshcc and oshrun of the library lie (default: searched on PATH)")
    private Path folder;

    @Option(names = "--native-options", paramLabel = "WORDS", split = " ",
        description = "options for the library's launcher")
    List<String> nativeOptions = List.of();

    @Option(names = "--format", paramLabel = "F", defaultValue = "TABLE",
        description = "table, csv or json (default: table)")
    Report.Format format;

    @Option(names = "--output", paramLabel = "FILE", description = "write there, not to standard output")
    Path output;

    void require(CommandSpec spec) {
        Tool.ranged(spec, "--trials", trials, 1, 1000);
        Tool.ranged(spec, "--trial-time", millis, 1, 60_000);
        Tool.ranged(spec, "--warmup-time", warmup, 1, 600_000);
        Tool.plain(spec, format);
    }

    /** {@return the library for C, null if there is none} */
    NativeLibrary library() {
        NativeLibrary library = folder == null ? NativeLibrary.find(System.getenv().getOrDefault("PATH", ""))
            : NativeLibrary.in(folder);
        if (folder != null && library == null) {
            throw new UsageException("--native " + folder + " has no oshcc and oshrun of an OpenSHMEM library for C");
        }
        return library;
    }
}

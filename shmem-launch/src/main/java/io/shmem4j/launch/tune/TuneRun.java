// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.TUNE;
import static io.shmem4j.launch.option.LauncherOption.VERBOSE;

import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.Options;
import io.shmem4j.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;

/**
 * {@code oshrun --tune}: runs jobs that measure this machine, writes their results to the user's folder, and reports
 * them. It replaces nothing before all is measured.
 */
public final class TuneRun {
    private static final Set<String> ALLOWED = Set.of("--tune", "-q", "-v", "--shm-dir", "-J");
    private static final double LEAST_SECONDS = 5;
    private static final double MOST_SECONDS = 3600;

    private final Options options;
    private final Installation installation;
    private final double seconds;

    public TuneRun(List<CommandLineReader.Read> segments, Installation installation) {
        CommandLineReader.Read read = segments.getFirst();
        this.options = read.options();
        this.installation = installation;
        for (String name : read.given()) {
            if (!ALLOWED.contains(name)) {
                throw LaunchException.usage("--tune measures this machine and takes no " + name);
            }
        }
        if (segments.size() > 1 || !read.words().isEmpty()) {
            throw LaunchException.usage("--tune runs no program; leave out '"
                + (read.words().isEmpty() ? ":" : read.words().getFirst()) + "' (a time is written --tune=SECONDS)");
        }
        this.seconds = seconds(options.text(TUNE));
    }

    private static double seconds(String text) {
        try {
            double value = Double.parseDouble(text);
            if (value >= LEAST_SECONDS && value <= MOST_SECONDS) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw LaunchException.usage("--tune takes a number of seconds, not " + text);
        }
        throw LaunchException.usage("--tune takes from " + (int) LEAST_SECONDS + " to " + (int) MOST_SECONDS
            + " seconds, not " + text);
    }

    public int run() {
        TuneFile file = TuneFile.prepare(Machine.measured());
        TunePlan plan = TunePlan.of(seconds, Machine.cores(), Machine.availableMemory());
        try (Progress progress = options.has(QUIET) || options.has(VERBOSE) ? Progress.none() : Progress.toTerminal()) {
            TuneJobs jobs = new TuneJobs(plan, options, installation, progress);
            jobs.run();
            CostTable table = jobs.table();
            progress.wipe();
            file.replace(CostTableWriter.write(table));
            System.out.print(TuneReport.of(table, jobs));
            return ExitStatus.OK;
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--tune: " + e.getMessage(), e);
        }
    }

    /**
     * The file that {@code --tune} writes. It is made under a temporary name before anything is measured, so that a
     * folder that can't be written is found at once. It is renamed when complete, so nobody ever reads half of it.
     */
    private record TuneFile(Path unfinished) {
        /** {@return a file in a folder, which is made if there is none} */
        static TuneFile prepare(Path folder) {
            try {
                Files.createDirectories(folder);
                Path file = Files.createTempFile(folder, ".tune-", ".tmp");
                file.toFile().deleteOnExit();
                return new TuneFile(file);
            } catch (IOException e) {
                throw LaunchException.usage("--tune can't write to " + folder + " ("
                    + e.getClass().getSimpleName() + ": " + e.getMessage()
                    + "); XDG_CONFIG_HOME names another folder for settings");
            }
        }

        /** Puts the new table into its place. */
        void replace(String text) throws IOException {
            Files.writeString(unfinished, text);
            Files.move(unfinished, Machine.costs(), StandardCopyOption.ATOMIC_MOVE);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static io.shmem4j.launch.option.LauncherOption.JVM_FLAG;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;
import static io.shmem4j.launch.option.LauncherOption.TUNE;
import static io.shmem4j.launch.option.LauncherOption.VERBOSE;

import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.job.Job;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.report.Progress;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

    /** Runs the jobs of a tuning one after the other, and keeps their results. */
    static final class TuneJobs {
        private static final long HEAP = 16L << 20;

        final TunePlan plan;
        private final Options options;
        private final Installation installation;
        private final Progress progress;
        MachineCosts machine;
        private TunedSections sections;

        TuneJobs(TunePlan plan, Options options, Installation installation, Progress progress) {
            this.plan = plan;
            this.options = options;
            this.installation = installation;
            this.progress = progress;
        }

        CostTable table() {
            return new CostTable(Machine.costs().toString(), Machine.cores(), Machine.processor() + ", measured on "
                + LocalDate.now(), sections.all(plan.steps().getLast().pes()));
        }

        void run() throws IOException {
            progress.plan(1 + plan.steps().size());
            measureMachine();
            sections = new TunedSections(machine.line());
            for (TunePlan.Step step : plan.steps()) {
                measureCollectives(step);
            }
        }

        private void begin(String what, double seconds) {
            String text = String.format(Locale.ROOT, "measuring %s, about %.0f s", what, seconds);
            progress.step(text);
            if (options.has(VERBOSE)) {
                System.err.println("oshrun: " + text);
            }
        }

        private void measureMachine() throws IOException {
            begin("caches and memory", plan.machineSeconds());
            Path file = temporary();
            job(plan.machinePes(), TuneMachine.heapBytes(), CostTables.BUILT_IN, TuneMachine.class,
                List.of(file.toString()));
            machine = MachineCosts.read(file);
        }

        private void measureCollectives(TunePlan.Step step) throws IOException {
            begin("collectives of " + step.pes() + " PEs", step.seconds());
            Path known = Files.writeString(temporary(), CostTableWriter.write(
                new CostTable("", Machine.cores(), "being measured", sections.known())));
            Path table = temporary();
            job(step.pes(), HEAP, known.toString(), TuneCollectives.class, List.of(
                Long.toString((long) (1000 * step.seconds())), table.toString(), BackendPolicy.SHARED_MEMORY));
            CostTables.load(table).sections().forEach(sections::add);
        }

        private static Path temporary() throws IOException {
            Path file = Files.createTempFile("shmem4j-tune-", ".txt");
            file.toFile().deleteOnExit();
            return file;
        }

        /** Runs a job with a table of costs. */
        private void job(int pes, long heapBytes, String costs, Class<?> program, List<String> arguments) {
            List<String> words = new ArrayList<>(List.of("-q", "-np", Integer.toString(pes), "--heap-size",
                Long.toString(heapBytes), "--stdin", "none", "-x", "SHMEM_COST_TABLE=" + costs, "-x",
                "SHMEM_BARRIER_ALGORITHM=auto", "-x", "SHMEM_CHECK=1", "-x", "SHMEM_PROFILE=0", "-x", "SHMEM_WAIT=auto",
                "-x", "SHMEM_CORES=" + Machine.cores(), "--vector"));
            if (options.has(SHM_DIR)) {
                words.addAll(List.of("--shm-dir", options.text(SHM_DIR)));
            }
            options.all(JVM_FLAG).forEach(flag -> words.add("-J" + flag));
            // PEs of a user's program do not have the launcher's classes; these programs are among them.
            words.addAll(List.of("-cp", String.join(File.pathSeparator, installation.jars(List.of("shmem-launch")))));
            words.add(program.getName());
            words.addAll(arguments);
            JobPlan job = new Planner(installation, null).plan(List.of(CommandLineReader.read(words, true)));
            int status = Job.run(job, AotCache.of(installation, List.of()).ready());
            if (status != ExitStatus.OK) {
                throw new LaunchException(status, "--tune: the job of " + pes + " PEs failed; nothing was written");
            }
        }

        /** The times that the jobs of a tuning have measured so far, in one section for each load. */
        static final class TunedSections {
            private final LineCosts line;
            private final Map<Load, CostSection> measured = new EnumMap<>(Load.class);

            TunedSections(LineCosts line) {
                this.line = line;
            }

            /** Adds the times of a job with another number of PEs. */
            void add(CostSection job) {
                CostSection before = measured.get(job.load());
                List<CostRow> rows = new ArrayList<>(before == null ? List.of() : before.rows());
                rows.addAll(job.rows());
                measured.put(job.load(), new CostSection(job.backend(), job.load(), line,
                    before == null ? job.signal() : before.signal(), List.copyOf(rows)));
            }

            /** {@return the sections with the library's own times for more PEs than were measured} */
            List<CostSection> all(int largest) {
                List<CostSection> all = new ArrayList<>();
                for (CostSection section : measured.values()) {
                    Stream<CostRow> more = builtIn(section.load()).rows().stream()
                        .filter(row -> row.pes() > largest && Load.of(row.pes(), Machine.cores()) == section.load());
                    all.add(new CostSection(section.backend(), section.load(), line, section.signal(),
                        Stream.concat(section.rows().stream(), more).toList()));
                }
                return all;
            }

            /**
             * {@return the built-in sections with this machine's costs of lines and signals, because the shape of a
             * tree follows from them and an algorithm is to be measured on the tree that it will have}
             */
            List<CostSection> known() {
                List<CostSection> known = new ArrayList<>();
                for (Load load : Load.values()) {
                    CostSection builtIn = builtIn(load);
                    known.add(new CostSection(builtIn.backend(), load, line,
                        measured.getOrDefault(load, builtIn).signal(), builtIn.rows()));
                }
                return known;
            }

            private static CostSection builtIn(Load load) {
                return CostTables.builtIn().section(BackendPolicy.SHARED_MEMORY, load);
            }
        }
    }
}

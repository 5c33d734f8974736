// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static io.shmem4j.launch.option.LauncherOption.JVM_FLAG;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;
import static io.shmem4j.launch.option.LauncherOption.TUNE;
import static io.shmem4j.launch.option.LauncherOption.VERBOSE;

import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostSection;
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
import io.shmem4j.launch.process.PeCache;
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
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * {@code oshrun --tune}: measures this machine's collectives with several jobs, and writes the cost table to the
 * user's folder. A failure leaves the old table.
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
            if (!plan.complete()) {
                System.out.printf(Locale.ROOT, "%d PEs keep the library's own times; --tune=%.0f is long enough to"
                    + " measure them%n", plan.largest(), Math.ceil(plan.largestSeconds()));
            }
            System.out.println("written: " + Machine.costs()
                + "; oshrun --info all shows what collectives choose by it");
            return ExitStatus.OK;
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--tune: " + e.getMessage(), e);
        }
    }

    /**
     * The cost table file. A temporary file shows that the folder is writable before anything is measured, and gets its
     * final name when it is complete.
     */
    private record TuneFile(Path unfinished) {
        /** Creates the temporary file, and the folder if necessary. */
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

        void replace(String text) throws IOException {
            Files.writeString(unfinished, text);
            Files.move(unfinished, Machine.costs(), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Jobs of a tuning, run one after the other, and their results. */
    static final class TuneJobs {
        private static final long HEAP = 16L << 20;

        private final TunePlan plan;
        private final Options options;
        private final Installation installation;
        private final Progress progress;
        private final TunedSections sections = new TunedSections();

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
            progress.plan(plan.steps().size());
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

        private void measureCollectives(TunePlan.Step step) throws IOException {
            begin("collectives of " + step.pes() + " PEs", step.seconds());
            Path known = Files.writeString(temporary(), CostTableWriter.write(
                new CostTable("", Machine.cores(), "being measured", sections.known())));
            Path table = temporary();
            job(step.pes(), known.toString(), Long.toString((long) (1000 * step.seconds())), table.toString(),
                BackendPolicy.SHARED_MEMORY);
            CostTables.load(table).sections().forEach(sections::add);
        }

        private static Path temporary() throws IOException {
            Path file = Files.createTempFile("shmem4j-tune-", ".txt");
            file.toFile().deleteOnExit();
            return file;
        }

        private void job(int pes, String costs, String... arguments) {
            List<String> words = new ArrayList<>(List.of("-q", "-np", Integer.toString(pes), "--heap-size",
                Long.toString(HEAP), "--stdin", "none", "-x", "SHMEM_COST_TABLE=" + costs, "-x",
                "SHMEM_BARRIER_ALGORITHM=auto", "-x", "SHMEM_CHECK=1", "-x", "SHMEM_PROFILE=0", "-x", "SHMEM_WAIT=auto",
                "-x", "SHMEM_CORES=" + Machine.cores(), "--vector"));
            if (options.has(SHM_DIR)) {
                words.addAll(List.of("--shm-dir", options.text(SHM_DIR)));
            }
            options.all(JVM_FLAG).forEach(flag -> words.add("-J" + flag));
            // The class path of users' PEs lacks the launcher's jar, which has this program.
            words.addAll(List.of("-cp", String.join(File.pathSeparator, installation.jars(List.of("shmem-launch")))));
            words.add(TuneCollectives.class.getName());
            words.addAll(List.of(arguments));
            JobPlan job = new Planner(installation, null).plan(List.of(CommandLineReader.read(words, true)));
            int status = Job.run(job, PeCache.ofLibrary(AotCache.of(installation, List.of())));
            if (status != ExitStatus.OK) {
                throw new LaunchException(status, "--tune: the job of " + pes + " PEs failed; nothing was written");
            }
        }

        /** Times from the jobs so far, one section per load. */
        static final class TunedSections {
            private final Map<Load, CostSection> measured = new EnumMap<>(Load.class);

            void add(CostSection job) {
                CostSection before = measured.get(job.load());
                List<CostRow> rows = new ArrayList<>(before == null ? List.of() : before.rows());
                rows.addAll(job.rows());
                measured.put(job.load(), new CostSection(job.backend(), job.load(), job.line(),
                    before == null ? job.signal() : before.signal(), List.copyOf(rows)));
            }

            /** {@return the measured sections, with built-in times for more PEs than were measured} */
            List<CostSection> all(int largest) {
                List<CostSection> all = new ArrayList<>();
                for (CostSection section : measured.values()) {
                    Stream<CostRow> more = builtIn(section.load()).rows().stream()
                        .filter(row -> row.pes() > largest && Load.of(row.pes(), Machine.cores()) == section.load());
                    all.add(new CostSection(section.backend(), section.load(), section.line(), section.signal(),
                        Stream.concat(section.rows().stream(), more).toList()));
                }
                return all;
            }

            /** {@return the built-in sections with measured signals, which shape the trees of the next job} */
            List<CostSection> known() {
                List<CostSection> known = new ArrayList<>();
                for (Load load : Load.values()) {
                    CostSection builtIn = builtIn(load);
                    known.add(new CostSection(builtIn.backend(), load, builtIn.line(),
                        measured.getOrDefault(load, builtIn).signal(), builtIn.rows()));
                }
                return known;
            }

            private static CostSection builtIn(Load load) {
                return CostTables.builtIn().section(BackendPolicy.SHARED_MEMORY, load);
            }
        }
    }

    /**
     * Jobs of a tuning, with their time limits.
     *
     * @param largest        largest worthwhile number of PEs
     * @param largestSeconds total time needed to include that number
     */
    record TunePlan(List<Step> steps, int largest, double largestSeconds) {
        record Step(int pes, double seconds) { }

        private static final int[] PES = {2, 4, 16, 64};
        /** Core seconds of compilation until a PE's collectives are at full speed. */
        private static final double COMPILING = 1.5;
        /** Core seconds of calls per PE. */
        private static final double CALLING = 8;
        /** Largest part of the total time for the compilers of one job, which disturb the measurements. */
        private static final double COMPILING_SHARE = 0.25;
        /** Memory of a PE: its JVM, the arrays, and a margin. */
        private static final long PE_BYTES = 96L << 20;
        /** Seconds to start and end a job, and per further PE that shares a core. */
        private static final double START = 0.7;
        private static final double START_PE = 0.06;

        /** {@return a plan for this many bytes of free memory, 0 if unknown} */
        static TunePlan of(double seconds, int cores, long memory) {
            TreeSet<Integer> pes = new TreeSet<>();
            for (int count : PES) {
                if (memory == 0 || count * PE_BYTES <= memory) {
                    pes.add(count);
                }
            }
            pes.add(Math.clamp(cores, 2, Planner.MAX_PES));
            if (pes.last() <= cores) {
                pes.add((int) Math.min(2L * cores, Planner.MAX_PES));
            }
            int largest = pes.last();
            while (pes.size() > 2 && compiling(pes.last(), cores) > COMPILING_SHARE * seconds) {
                pes.pollLast();
            }
            double left = seconds;
            double weights = 0;
            for (int count : pes) {
                left -= START + START_PE * count;
                weights += weight(count, cores);
            }
            List<Step> steps = new ArrayList<>();
            for (int count : pes) {
                steps.add(new Step(count, Math.max(0.5, left * weight(count, cores) / weights)));
            }
            return new TunePlan(List.copyOf(steps), largest, compiling(largest, cores) / COMPILING_SHARE);
        }

        private static double compiling(int pes, int cores) {
            return COMPILING * pes / cores;
        }

        /** {@return whether the plan has all worthwhile numbers of PEs} */
        boolean complete() {
            return steps.getLast().pes() == largest;
        }

        private static double weight(int pes, int cores) {
            return CALLING + compiling(pes, cores);
        }
    }
}

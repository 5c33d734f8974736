// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static io.shmem4j.launch.option.LauncherOption.JVM_FLAG;
import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;
import static io.shmem4j.launch.option.LauncherOption.VERBOSE;

import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.SharedMemoryPolicy;
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
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the jobs of a tuning one after the other, and keeps their results. */
final class TuneJobs {
    private static final long HEAP = 16L << 20;

    private final TunePlan plan;
    private final Options options;
    private final Installation installation;
    private final Progress progress;
    private MachineCosts machine;
    private TunedSections sections;

    TuneJobs(TunePlan plan, Options options, Installation installation, Progress progress) {
        this.plan = plan;
        this.options = options;
        this.installation = installation;
        this.progress = progress;
    }

    TunePlan plan() {
        return plan;
    }

    MachineCosts machine() {
        return machine;
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
            Long.toString((long) (1000 * step.seconds())), table.toString(), SharedMemoryPolicy.NAME));
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
         * {@return the built-in sections with this machine's costs of lines and signals, because the shape of a tree
         * follows from them and an algorithm is to be measured on the tree that it will have}
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
            return CostTables.builtIn().section(SharedMemoryPolicy.NAME, load);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.LineCosts;
import io.shmem4j.launch.ConfigFolder;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.SharedMemoryPolicy;
import io.shmem4j.launch.install.Installation;
import io.shmem4j.launch.job.Job;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.start.AotCache;
import io.shmem4j.tune.MachineCosts;
import io.shmem4j.tune.TuneCollectives;
import io.shmem4j.tune.TuneMachine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The jobs of a tuning, one after the other, and what they have found. */
final class TuneJobs {
    private static final long HEAP = 16L << 20;

    private final TunePlan plan;
    private final Options options;
    private final Installation installation;
    private final TuneProgress progress;
    private final TunedSections sections = new TunedSections();
    private final LineTimes lines = new LineTimes();
    private final List<Integer> repeated = new ArrayList<>();
    private MachineCosts machine;

    TuneJobs(TunePlan plan, Options options, Installation installation, TuneProgress progress) {
        this.plan = plan;
        this.options = options;
        this.installation = installation;
        this.progress = progress;
    }

    TunePlan plan() {
        return plan;
    }

    LineTimes lines() {
        return lines;
    }

    /** {@return PEs of the jobs that ran again, because cores had been apart} */
    List<Integer> repeated() {
        return repeated;
    }

    MachineCosts machine() {
        return machine;
    }

    LineCosts line() {
        return new LineCosts(machine.get("own.exclusive"), machine.get("remote.exclusive"), machine.get("memory"),
            machine.get("reader"), machine.get("cached.o"));
    }

    /** {@return what was measured} */
    List<CostSection> measured() {
        return sections.all(largest());
    }

    /** {@return the table to choose by} */
    CostTable table() {
        return new CostTable(ConfigFolder.costs().toString(), Machine.cores(), Machine.processor() + ", measured on "
            + LocalDate.now(), sections.settled(largest(), Machine.cores()));
    }

    private int largest() {
        return plan.steps().getLast().pes();
    }

    /**
     * Runs all, and those once more, at the end, that ran while cores were farther apart than for others, as far as
     * there is time. Caches are measured again between the others, as that is short and all go by the times of lines.
     */
    void run() throws IOException {
        long begin = System.nanoTime();
        measureMachine();
        for (TunePlan.Step step : plan.steps()) {
            collectives(step);
            if (lines.far(LineTimes.MACHINE)) {
                measureMachine();
            }
        }
        for (TunePlan.Step step : plan.steps()) {
            Optional<TunePlan.Step> room = plan.again(step, (System.nanoTime() - begin) * 1e-9);
            if (room.isPresent() && again(step.pes())) {
                collectives(room.get());
            }
        }
    }

    private boolean again(int pes) {
        boolean again = lines.far(pes) && !repeated.contains(pes);
        if (again) {
            repeated.add(pes);
        }
        return again;
    }

    private void measureMachine() throws IOException {
        progress.begin("caches and memory", plan.machineSeconds());
        Path file = temporary();
        Path seen = temporary();
        job(plan.machinePes(), TuneMachine.heapBytes(), CostTables.BUILT_IN, TuneMachine.class,
            List.of(file.toString(), seen.toString()));
        double before = lines.most(LineTimes.MACHINE);
        lines.add(LineTimes.MACHINE, MachineCosts.read(seen));
        if (machine == null || lines.most(LineTimes.MACHINE) < before) {
            machine = MachineCosts.read(file);
            sections.line(line());
        }
    }

    private void collectives(TunePlan.Step step) throws IOException {
        for (int i = 0; i < step.jobs(); i++) {
            double seconds = step.seconds() / step.jobs();
            progress.begin("collectives of " + step.pes() + " PEs", seconds);
            Path known = Files.writeString(temporary(), CostTableWriter.write(
                new CostTable("", Machine.cores(), "being measured", sections.known())));
            Path table = temporary();
            Path seen = temporary();
            job(step.pes(), HEAP, known.toString(), TuneCollectives.class, List.of(
                Long.toString((long) (1000 * seconds)), table.toString(), seen.toString(), SharedMemoryPolicy.NAME));
            CostTables.load(table).sections().forEach(sections::add);
            lines.add(step.pes(), MachineCosts.read(seen));
        }
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
        if (options.shmDir != null) {
            words.addAll(List.of("--shm-dir", options.shmDir));
        }
        options.jvmFlags.forEach(flag -> words.add("-J" + flag));
        // PEs of a user's program do not have the launcher's classes; these programs are among them.
        words.addAll(List.of("-cp", String.join(File.pathSeparator, installation.otherJars())));
        words.add(program.getName());
        words.addAll(arguments);
        JobPlan job = new Planner(installation).plan(List.of(CommandLineReader.read(words, true)));
        int status = Job.run(job, AotCache.of(installation).ready());
        if (status != ExitStatus.OK) {
            System.err.println("oshrun: --tune: the job of " + pes + " PEs failed; nothing was written");
            throw new Failed(status);
        }
    }

    /** A job of ours that did not end well. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int status;

        Failed(int status) {
            this.status = status;
        }
    }
}

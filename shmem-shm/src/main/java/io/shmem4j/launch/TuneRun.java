// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.LineCosts;
import io.shmem4j.collective.cost.Load;
import io.shmem4j.collective.cost.LoadCosts;
import io.shmem4j.tune.MachineCosts;
import io.shmem4j.tune.TuneCollectives;
import io.shmem4j.tune.TuneMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code oshrun --tune}: runs jobs that measure this machine, writes what they have found to the user's folder, and
 * reports it. Nothing is replaced before all has been measured.
 */
final class TuneRun {
    /** Seconds when the user doesn't say. */
    static final String STANDARD = "100";

    private static final Set<String> ALLOWED = Set.of("--tune", "-q", "-v", "--shm-dir", "-J");
    private static final double LEAST_SECONDS = 5;
    private static final double MOST_SECONDS = 3600;
    private static final long JOB_HEAP = 16L << 20;

    private final Options options;
    private final Installation installation;
    private final double seconds;
    private final TuneProgress progress;

    TuneRun(List<CommandLineReader.Read> segments, Installation installation) {
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
        this.seconds = seconds(options.tune);
        this.progress = new TuneProgress(options.quiet, options.verbose);
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

    /** {@return the launcher's exit status} */
    int run() {
        TuneFiles files = TuneFiles.prepare(ConfigFolder.path());
        TunePlan plan = TunePlan.of(seconds, Machine.cores(), Machine.availableMemory());
        try (progress) {
            MachineCosts machine = MachineCosts.read(job(plan.machinePes(), TuneMachine.heapBytes(),
                plan.machineSeconds(), CostTables.BUILT_IN, TuneMachine.class, List.of()));
            LineCosts line = new LineCosts(machine.get("own.exclusive"), machine.get("remote.exclusive"),
                machine.get("memory"), machine.get("reader"), machine.get("cached.o"));
            List<CostSection> measured = new ArrayList<>();
            for (TunePlan.Step step : plan.steps()) {
                Path table = job(step.pes(), JOB_HEAP, step.seconds(), known(measured, line), TuneCollectives.class,
                    List.of(SharedMemoryPolicy.NAME));
                measured.addAll(CostTables.load(table).sections());
            }
            CostTable table = new CostTable(ConfigFolder.costs().toString(), Machine.cores(), Machine.processor()
                + ", measured on " + LocalDate.now(), merge(measured, line, plan.steps().getLast().pes()));
            progress.close();
            files.replace(CostTableWriter.write(table), MachineDescription.write(machine, line));
            System.out.print(TuneReport.of(table, machine, plan));
            return ExitStatus.OK;
        } catch (JobFailed e) {
            return e.status;
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--tune: " + e.getMessage(), e);
        }
    }

    /**
     * One section for each load, in which the number of PEs grows. More PEs than were measured keep the times that come
     * with the library.
     */
    private static List<CostSection> merge(List<CostSection> measured, LineCosts line, int largest) {
        List<CostSection> merged = new ArrayList<>();
        for (Load load : Load.values()) {
            List<CostSection> same = measured.stream().filter(section -> section.load() == load).toList();
            if (!same.isEmpty()) {
                Stream<CostRow> more = CostTables.builtIn().section(SharedMemoryPolicy.NAME, load).rows().stream()
                    .filter(row -> row.pes() > largest && Load.of(row.pes(), Machine.cores()) == load);
                merged.add(new CostSection(SharedMemoryPolicy.NAME, load, line, same.getFirst().terms(),
                    Stream.concat(same.stream().flatMap(section -> section.rows().stream()), more).toList()));
            }
        }
        return merged;
    }

    /**
     * {@return a file with the built-in table, but for what is known of this machine: an algorithm is to be measured on
     * the tree that it will have}
     */
    private static String known(List<CostSection> measured, LineCosts line) throws IOException {
        List<CostSection> sections = new ArrayList<>();
        for (Load load : Load.values()) {
            CostSection builtIn = CostTables.builtIn().section(SharedMemoryPolicy.NAME, load);
            LoadCosts terms = measured.stream().filter(section -> section.load() == load).map(CostSection::terms)
                .findFirst().orElse(builtIn.terms());
            sections.add(new CostSection(builtIn.backend(), load, line, terms, builtIn.rows()));
        }
        return Files.writeString(temporary(), CostTableWriter.write(
            new CostTable("", Machine.cores(), "being measured", sections))).toString();
    }

    private static Path temporary() throws IOException {
        Path file = Files.createTempFile("shmem4j-tune-", ".txt");
        file.toFile().deleteOnExit();
        return file;
    }

    /** Runs a job with a table of costs; {@return the file that it has written} */
    private Path job(int pes, long heapBytes, double jobSeconds, String costs, Class<?> program, List<String> more)
            throws IOException {
        Path file = temporary();
        List<String> words = new ArrayList<>(List.of("-q", "-np", Integer.toString(pes), "--heap-size",
            Long.toString(heapBytes), "--stdin", "none", "-x", "SHMEM_COST_TABLE=" + costs, "-x",
            "SHMEM_BARRIER_ALGORITHM=auto", "-x", "SHMEM_CHECK=1", "-x", "SHMEM_PROFILE=0", "--vector"));
        if (options.shmDir != null) {
            words.addAll(List.of("--shm-dir", options.shmDir));
        }
        options.jvmFlags.forEach(flag -> words.add("-J" + flag));
        words.add(program.getName());
        if (program == TuneCollectives.class) {
            words.add(Long.toString((long) (1000 * jobSeconds)));
        }
        words.add(file.toString());
        words.addAll(more);
        progress.begin(program == TuneMachine.class ? "caches and memory" : "collectives of " + pes + " PEs",
            jobSeconds);
        JobPlan plan = new Planner(installation).plan(List.of(CommandLineReader.read(words, true)));
        int status = Job.run(plan, AotCache.of(installation).ready());
        if (status != ExitStatus.OK) {
            System.err.println("oshrun: --tune: the job of " + pes + " PEs failed; nothing was written");
            throw new JobFailed(status);
        }
        return file;
    }

    /** A job of ours that did not end well. */
    private static final class JobFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int status;

        JobFailed(int status) {
            this.status = status;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.LineCosts;
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
            TunedSections measured = new TunedSections(line);
            for (TunePlan.Step step : plan.steps()) {
                for (int i = 0; i < step.jobs(); i++) {
                    Path table = job(step.pes(), JOB_HEAP, step.seconds() / step.jobs(), known(measured),
                        TuneCollectives.class, List.of(SharedMemoryPolicy.NAME));
                    CostTables.load(table).sections().forEach(measured::add);
                }
            }
            CostTable table = new CostTable(ConfigFolder.costs().toString(), Machine.cores(), Machine.processor()
                + ", measured on " + LocalDate.now(), measured.all(plan.steps().getLast().pes()));
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

    /** {@return a file with what is known so far} */
    private static String known(TunedSections measured) throws IOException {
        return Files.writeString(temporary(), CostTableWriter.write(
            new CostTable("", Machine.cores(), "being measured", measured.known()))).toString();
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.config.Setting;
import io.shmem4j.hang.Visible;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.report.CommandLines;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.QuestionFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** The tools {@code oshrun heap ...}. */
@Command(name = "oshrun heap", sortOptions = false, separator = " ", usageHelpAutoWidth = true,
    header = "Looks at symmetric heaps, saves them, and goes on from what was saved.",
    customSynopsis = {"oshrun heap dump [--pe PE] [--from INDEX] [--count N] JOB|FILE [OBJECT]",
        "       oshrun heap dump --raw [--pe PE] [--from BYTE] [--count N] JOB|FILE",
        "       oshrun heap snapshot [--timeout SECONDS] JOB FILE",
        "       oshrun heap restore FILE [options] PROGRAM [arguments]"},
    footer = {"", "restore FILE is short for oshrun --restart FILE.", "Exit status: 0; 1 if it can't be done; 2 wrong "
        + "command line; that of the job for restore."},
    subcommands = {HeapDump.class, HeapCommand.HeapSnapshot.class})
public final class HeapCommand {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "show this text",
        scope = CommandLine.ScopeType.INHERIT)
    private boolean help;

    private HeapCommand() {
    }

    public static int run(List<String> args) {
        CommandLine parser = new CommandLine(new HeapCommand());
        if (args.isEmpty()) {
            System.out.print(parser.getUsageMessage());
            return ExitStatus.USAGE;
        }
        CommandLines.refuse(parser);
        parser.setExecutionExceptionHandler((e, line, result) -> switch (e) {
            case IllegalArgumentException _ -> fail(e.getMessage(), ExitStatus.USAGE);
            case IOException _ -> fail(e.getMessage(), ExitStatus.FAILED);
            default -> throw e;
        });
        return parser.execute(args.toArray(new String[0]));
    }

    private static int fail(String message, int status) {
        System.out.flush();
        System.err.println("oshrun heap: " + Visible.of(message));
        return status;
    }

    /** {@return the user's job of this name; on several nodes, its first part on this machine} */
    public static JobFiles job(String name, Path parent) throws IOException {
        return only(named(name, parent), name, parent);
    }

    private static List<JobFiles> named(String name, Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            throw new IllegalArgumentException("there is no folder " + parent);
        }
        return OwnJobs.named(parent, name);
    }

    private static JobFiles only(List<JobFiles> found, String name, Path parent) throws IOException {
        List<String> jobs = found.stream().map(JobFiles::job).distinct().sorted().toList();
        if (jobs.size() != 1) {
            throw new IOException(found.isEmpty() ? "there is no job " + (name.isEmpty() ? "" : name + " ")
                + "of yours in " + parent + (name.isEmpty() ? "" : ", and no file of that name")
                : "say which of " + jobs.size() + " jobs: " + String.join(", ", jobs));
        }
        return found.stream().min(Comparator.comparing(JobFiles::folder)).orElseThrow();
    }

    /** {@return the user's running job} Leftovers of killed jobs are ignored if a job runs. */
    public static JobFiles running(String name, Path parent) throws IOException {
        List<JobFiles> found = named(name, parent);
        List<JobFiles> alive = found.stream().filter(HeapCommand::runs).toList();
        JobFiles files = only(alive.isEmpty() ? found : alive, name, parent);
        if (OwnJobs.abandoned(files)) {
            throw new IOException("job " + files.id() + " does not run any more");
        }
        return files;
    }

    private static boolean runs(JobFiles files) {
        try {
            return !OwnJobs.abandoned(files);
        } catch (IOException e) {
            // The job's files are damaged.
            return false;
        }
    }

    /** {@code oshrun heap snapshot}: requests a snapshot from a running job and waits for it. */
    @Command(name = "snapshot", sortOptions = false, separator = " ",
        description = "Has a running job write all symmetric heaps to a file at its next call of checkpoint().")
    static final class HeapSnapshot implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "JOB", description = "the job's name or its beginning")
        private String job;

        @Parameters(index = "1", paramLabel = "FILE", description = "the file to write")
        private Path file;

        @Option(names = "--timeout", paramLabel = "SECONDS", description = "how long to wait for the job's checkpoint"
            + " (default: until the job ends)")
        private double timeout = Double.POSITIVE_INFINITY;

        @Option(names = "--shm-dir", paramLabel = "DIR",
            description = "where the jobs' files lie (default: $SHMEM_SHM_DIR, else /dev/shm)")
        private Path folder = Path.of(Setting.SHM_DIR.value());

        @Override
        public Integer call() throws IOException {
            JobFiles files = running(job, folder);
            String name = file.toAbsolutePath().toString();
            String said;
            do {
                List<String> answer = QuestionFile.SNAPSHOT.ask(files, name, (long) (timeout * 1e9));
                if (answer == null) {
                    throw new IOException(!Files.exists(files.folder()) || OwnJobs.abandoned(files)
                        ? "the job has ended before it called checkpoint()"
                        : "the job has not called checkpoint() within " + timeout + " s");
                }
                said = String.join("\n", answer);
            } while (!said.startsWith(name + "\n"));
            String problem = said.substring(name.length() + 1);
            if (!problem.isEmpty()) {
                throw new IOException("the job can't write " + file + ": " + problem);
            }
            System.out.println("wrote " + file + ", " + Files.size(file) + " bytes");
            return 0;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.config.Setting;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.JvmAttachment;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.Visible;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.inspect.HeapCommand;
import io.shmem4j.inspect.Members;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.report.CommandLines;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.LibraryFrames;
import io.shmem4j.spi.Times;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** {@code oshrun stacks}: asks the launcher or agent of a running job for the PEs' positions, or otherwise the JVMs. */
@Command(name = "oshrun stacks", sortOptions = false, separator = " ",
    description = "Shows where every PE of a running job is, what it waits for, and its stack; the job goes on.")
public final class StacksCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "JOB",
        description = "the job's name or its beginning (default: the only one that runs)")
    private String job = "";

    @Option(names = "--shm-dir", paramLabel = "DIR",
        description = "where the jobs' files lie (default: $SHMEM_SHM_DIR, else /dev/shm)")
    private Path folder = Path.of(Setting.SHM_DIR.value());

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "show this text")
    private boolean help;

    private StacksCommand() {
    }

    public static int run(List<String> args) {
        CommandLine parser = new CommandLine(new StacksCommand());
        CommandLines.refuse(parser);
        parser.setExecutionExceptionHandler((e, line, result) -> fail(e.getMessage()));
        return parser.execute(args.toArray(new String[0]));
    }

    private static int fail(String message) {
        System.err.println("oshrun stacks: " + Visible.of(message));
        return ExitStatus.FAILED;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobFiles files = HeapCommand.running(job, folder);
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.look(files, arena);
            if (control.joined() && NodePart.of(files, control.nPes()).isWhole()) {
                joined(files, control).forEach(System.out::println);
                return 0;
            }
        }
        List<String> answer = QuestionFile.STACKS.ask(files, "", Times.STACKS_NANOS);
        if (answer == null) {
            throw new IOException(!Files.exists(files.folder()) ? "the job has ended"
                : "the launcher of job " + files.id() + " does not answer");
        }
        answer.forEach(System.out::println);
        return 0;
    }

    private static List<String> joined(JobFiles files, ControlFile control) throws IOException,
        InterruptedException {
        LibraryFrames.search(Installation.loader());
        try (Members members = new Members(files, control)) {
            List<HangReport.PeFacts> pes = JvmAttachment.ask(IntStream.range(0, control.nPes()).mapToObj(members::pid)
                .toList(), (_, text) -> new ThreadDump(text));
            JobState state = JobState.of(control, pes.size(), pe -> !members.isAlive(pe));
            return HangReport.of(state, WaitedVariables.of(files, control, state), pes, System.nanoTime());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.HANG_DETECT;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.REPORT_BINDINGS;
import static io.shmem4j.launch.option.LauncherOption.TIMEOUT;
import static io.shmem4j.launch.option.LauncherOption.VERBOSE;

import io.shmem4j.launch.Affinity;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.launch.process.LineSink;
import io.shmem4j.launch.process.PeCommand;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.PeState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints the launcher's messages to standard error, each starting with {@code oshrun:}. */
public final class Report {
    private final Options options;
    private final JobPlan plan;
    private final LineSink out;

    public Report(JobPlan plan, LineSink out) {
        this.plan = plan;
        this.options = plan.options();
        this.out = out;
    }

    /** With {@code -v}, prints the processes that are about to be started. */
    public void printPlan(JobFolder folder, PeCommand command) {
        if (options.has(VERBOSE)) {
            print("job " + folder.jobId() + ": " + plan.nPes() + " PEs, files in " + folder.files().folder());
            plan.shapeLines().forEach(this::print);
            if (!JvmFlags.isTuned()) {
                print(JvmFlags.untuned());
            }
            print(command.line());
            for (App app : plan.apps()) {
                Shape.Jvm jvm = plan.jvm(app.firstPe());
                print(jvm.pes() + ": " + String.join(" ", command.words(jvm)));
            }
        }
    }

    public void printStart(PeProcess process) throws IOException {
        if (options.has(VERBOSE)) {
            print("PE " + process.pe() + " started, pid " + process.pid());
        }
        if (options.has(REPORT_BINDINGS)) {
            print(process.name() + binding(process));
        }
    }

    /**
     * {@return the binding as reported by the kernel} In a shared JVM the PE binds its threads itself, so this combines
     * the JVM's binding with the PE's plan. An unbound PE may run wherever this thread may.
     */
    private String binding(PeProcess process) throws IOException {
        boolean bound = process.jvm().cpus() != null;
        return (bound ? " bound to " : " is not bound: ")
            + plan.placement().describe(bound ? process.jvm().cpus().and(plan.cpus(process.pe())) : Affinity.current());
    }

    public void printExit(PeProcess process) {
        if (options.has(VERBOSE)) {
            print("PE " + process.pe() + " " + ExitStatus.describe(process.status())
                + String.format(Locale.ROOT, " after %.3f s", process.seconds()));
        }
    }

    /** Prints the outcome of the job, or nothing for null. */
    public void printOutcome(String line) {
        if (line != null && plan.agent() != null) {
            plan.agent().summary(line);
        } else if (line != null) {
            printEvent(line);
        }
    }

    /** Prints an event of a running job, unless {@code --quiet}. */
    public void printEvent(String line) {
        if (!options.has(QUIET)) {
            print(line);
        }
    }

    /** Prints the location of the job's files, or nothing for null. */
    public void printKeptFiles(JobFolder folder) {
        if (folder != null && !options.has(QUIET)) {
            print("the job's files are in " + folder.files().folder() + "; oshrun heap dump " + folder.jobId()
                + " reads them, oshrun --clean removes them");
        }
    }

    /** Prints several lines; {@code --quiet} suppresses them unless another option asks for them. */
    public void printUnlessQuiet(String first, List<String> more) {
        if (!options.has(QUIET) || options.has(HANG_DETECT) || options.has(TIMEOUT)) {
            print(first, more);
        }
    }

    /** Prints several lines that were requested. */
    public void print(String first, List<String> more) {
        StringBuilder text = new StringBuilder(first);
        more.forEach(line -> text.append('\n').append(line));
        print(text.toString());
    }

    /** Prints a message even with {@code --quiet}. */
    void print(String message) {
        byte[] line = ("oshrun: " + message + "\n").getBytes(StandardCharsets.UTF_8);
        out.accept(line, 0, line.length);
    }

    /** Prints every few seconds to a terminal how far a job has come, until all PEs have initialized. */
    static final class Progress {
        private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);
        /** Set by the start script if standard error is a terminal. */
        private static final String TERMINAL = "shmem4j.terminal.messages";

        private final ControlFile control;
        private final List<PeProcess> processes;
        private final int nPes;
        private final Report report;
        private String said = "";
        private boolean silent;
        private long next = System.nanoTime() + INTERVAL_NANOS;

        Progress(ControlFile control, List<PeProcess> processes, JobPlan plan, Report report) {
            this.control = control;
            this.processes = processes;
            this.nPes = plan.processes();
            this.silent = plan.options().has(QUIET) || !Boolean.getBoolean(TERMINAL);
            this.report = report;
        }

        /** Prints a changed progress when the interval has passed. */
        void look() {
            if (silent || System.nanoTime() - next < 0) {
                return;
            }
            next = System.nanoTime() + INTERVAL_NANOS;
            int initialised = 0;
            int ended = 0;
            for (PeProcess process : processes) {
                initialised += control.state(process.pe()) == PeState.STARTED ? 0 : 1;
                ended += process.exited() ? 1 : 0;
            }
            if (initialised + ended >= nPes) {
                silent = true;
                return;
            }
            String line = "of " + nPes + " PEs " + processes.size() + " started, " + initialised + " initialised, "
                + ended + " ended";
            if (!line.equals(said)) {
                said = line;
                report.print(line);
            }
        }
    }
}

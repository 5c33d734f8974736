// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.TIMEOUT;

import io.shmem4j.hang.PeNumbers;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.launch.process.Signals;
import io.shmem4j.report.OutputFault;
import io.shmem4j.spi.PeState;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The outcome of a job: the launcher's exit status and the line that explains it. */
public final class Outcome {
    /** Why the launcher stopped waiting for PEs. */
    public enum Cause {
        /** Some PE could not be started, which has been reported. */
        NOT_STARTED,
        ALL_ENDED,
        /** A PE ended with a status other than 0. */
        FAILURE,
        /** A PE exited with status 0 while needed. */
        DESERTED,
        /** A PE set the abort word, because of globalExit, an uncaught throwable or a fatal error. */
        ABORT,
        /** All PEs were waiting, and none could make progress. */
        DEADLOCK,
        TIMEOUT,
        SIGNAL,
        OUTPUT_FAILED
    }

    private final JobPlan plan;
    private final JobFolder folder;
    Cause cause = Cause.NOT_STARTED;
    private PeProcess first;
    private OutputFault fault;

    public Outcome(JobPlan plan, JobFolder folder) {
        this.plan = plan;
        this.folder = folder;
    }

    /** Records a failed PE; only the first one counts. */
    public void blame(PeProcess process) {
        first = first == null ? process : first;
    }

    public boolean blamed() {
        return first != null;
    }

    /** {@return the JVM that failed first, if it ended before any of its PEs used the library; or null} */
    public JvmProcess unstarted() {
        return cause == Cause.FAILURE && first.jvm().failedEarly(folder.control()) ? first.jvm() : null;
    }

    public boolean unmapped() {
        return cause == Cause.ABORT && String.valueOf(folder.control().abortReason()).contains("Map failed");
    }

    public boolean started() {
        return cause != Cause.NOT_STARTED;
    }

    /** Records an output fault; only the first one counts. */
    public void fault(OutputFault what) {
        fault = fault == null ? what : fault;
    }

    /** {@return whether a signal or the time limit ended the job} */
    public boolean hurried() {
        return cause == Cause.SIGNAL || cause == Cause.TIMEOUT;
    }

    public int status(List<PeProcess> processes) {
        return switch (cause) {
            case ABORT -> ExitStatus.visible(folder.control().abortStatus());
            case NOT_STARTED -> ExitStatus.LAUNCH;
            case TIMEOUT -> ExitStatus.TIMEOUT;
            case OUTPUT_FAILED -> fault.status();
            case SIGNAL -> Signals.Interruption.status();
            case DEADLOCK -> ExitStatus.FAILED;
            case DESERTED -> Math.max(ExitStatus.FAILED, lowestFailing(processes));
            case FAILURE, ALL_ENDED -> lowestFailing(processes);
        };
    }

    /** {@return the status of the lowest PE that failed by itself} Ignores the statuses that result from ending PEs. */
    private int lowestFailing(List<PeProcess> processes) {
        for (PeProcess process : processes) {
            if (process.status() != 0 && !endedByUs(process)) {
                return ExitStatus.visible(process.status());
            }
        }
        return ExitStatus.OK;
    }

    /**
     * {@return whether the status results from the launcher's request} A JVM that gets SIGTERM during start-up may exit
     * with status 1.
     */
    private boolean endedByUs(PeProcess process) {
        return process.asked() && switch (process.status()) {
            case ExitStatus.TERMINATED, ExitStatus.KILLED -> true;
            case ExitStatus.FAILED -> folder.control().state(process.pe()) == PeState.STARTED;
            default -> false;
        };
    }

    /** {@return the line that explains the outcome, or null if there is none} */
    public String summary(List<PeProcess> processes) {
        String what = switch (cause) {
            case NOT_STARTED, ALL_ENDED -> null;
            case FAILURE -> failure(processes);
            case DESERTED -> deserted(processes);
            case ABORT -> abort(processes);
            case DEADLOCK -> "deadlock";
            case TIMEOUT -> "time limit of " + Options.seconds(plan.options().number(TIMEOUT)) + " reached";
            case SIGNAL -> "ended by a signal";
            case OUTPUT_FAILED -> fault.message();
        };
        // A simulating process has reported its abort itself.
        boolean explained = cause == Cause.ABORT && plan.processes() < plan.nPes();
        return what == null || explained ? what : refused(processes) ? null : what + ended(processes);
    }

    /** {@return whether a bundled program has rejected its arguments, with a message} */
    private boolean refused(List<PeProcess> processes) {
        return (cause == Cause.ABORT && folder.control().abortReason() == null || cause == Cause.FAILURE)
            && status(processes) == ExitStatus.USAGE && plan.apps().stream().allMatch(app -> app.program().bundled());
    }

    /** Describes the failure of a PE, or of a shared JVM that ended before all its PEs had. */
    private String failure(List<PeProcess> processes) {
        JvmProcess jvm = first.jvm();
        if (!first.endedWithOthers()) {
            return first.name() + " " + ExitStatus.describe(first.status()) + after(first);
        }
        boolean simulated = plan.processes() < plan.nPes();
        String what = "the JVM of " + (simulated ? "PEs 0 to " + (plan.nPes() - 1) : jvm.which().pes()) + " (pid "
            + jvm.pid() + ") " + ExitStatus.describe(jvm.status()) + after(first);
        if (jvm.exit() == null && jvm.status() != 0) {
            return what;
        }
        List<Integer> lost = processes.stream().filter(process -> process.jvm() == jvm && process.endedWithOthers())
            .map(PeProcess::pe).toList();
        return what + ", before " + (simulated ? "they" : PeNumbers.describe(lost))
            + " had ended" + (jvm.exit() == null ? "" : ": " + jvm.exit()) + "; " + plan.ownJvmOptions()
            + " gives each PE a JVM of its own";
    }

    /** Names all PEs that exited in the same way as the first deserter, before they were asked to end. */
    private String deserted(List<PeProcess> processes) {
        PeState state = folder.control().state(first.pe());
        boolean returned = folder.control().hasReturned(first.pe());
        List<Integer> same = processes.stream().filter(process -> process.exited() && !process.asked()
            && process.status() == 0 && folder.control().state(process.pe()) == state
            && folder.control().hasReturned(process.pe()) == returned).map(PeProcess::pe).toList();
        String who = same.size() > 1 ? PeNumbers.describe(same) : first.name();
        String what = who + " exited without " + (state == PeState.STARTED ? "init" : "finish") + after(first)
            + (same.size() == processes.size() ? "" : " while others were running");
        return what + (state == PeState.STARTED ? ": every PE of a job calls Shmem.init()"
            : returned ? ": main returned without finish() or close(); use try (Shmem shmem = Shmem.init()) { ... }"
            : ": System.exit(0) was called between Shmem.init() and close(); globalExit ends the whole job");
    }

    private String abort(List<PeProcess> processes) {
        int status = folder.control().abortStatus();
        String reason = folder.control().abortReason();
        if (status == 0 && reason == null) {
            return null;
        }
        int pe = folder.control().abortPe();
        if (pe < 0) {
            return reason;
        }
        first = processes.stream().filter(process -> process.pe() == pe).findFirst().orElse(null);
        String who = first == null ? "PE " + pe : first.name();
        String when = first == null ? "" : after(first);
        return reason == null ? who + " called global_exit(" + status + ")" + when
            : who + " ended the job" + when + ": " + reason;
    }

    private String ended(List<PeProcess> processes) {
        int terminated = 0;
        int killed = 0;
        int alone = 0;
        for (PeProcess process : processes) {
            boolean withFirst = first != null && first.endedWithOthers() && process.endedWithOthers()
                && process.jvm() == first.jvm();
            if (process != first && !withFirst && (process.asked() || process.status() != 0)) {
                if (process.status() == ExitStatus.KILLED) {
                    killed++;
                } else if (endedByUs(process)) {
                    terminated++;
                } else {
                    alone++;
                }
            }
        }
        int count = terminated + killed + alone;
        if (count == 0) {
            return "";
        }
        StringJoiner how = new StringJoiner(", ", " (", ")");
        add(how, terminated, "by SIGTERM");
        add(how, killed, "killed");
        add(how, alone, alone == 1 ? "by itself" : "by themselves");
        return "; " + count + (first == null ? "" : " other") + (count == 1 ? " PE" : " PEs") + " ended" + how;
    }

    private static void add(StringJoiner how, int count, String what) {
        if (count > 0) {
            how.add(count + " " + what);
        }
    }

    private static String after(PeProcess process) {
        return String.format(Locale.ROOT, " after %.1f s", process.seconds());
    }
}

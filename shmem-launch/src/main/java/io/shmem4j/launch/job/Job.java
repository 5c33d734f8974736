// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.CHECKPOINT;
import static io.shmem4j.launch.option.LauncherOption.EXIT_REPORT;
import static io.shmem4j.launch.option.LauncherOption.GRACE;
import static io.shmem4j.launch.option.LauncherOption.KEEP_FILES;
import static io.shmem4j.launch.option.LauncherOption.KEEP_GOING;
import static io.shmem4j.launch.option.LauncherOption.STDIN;
import static io.shmem4j.launch.option.LauncherOption.TIMEOUT;

import io.shmem4j.engine.SnapshotFile;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.launch.process.Event;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.LeftBehind;
import io.shmem4j.launch.process.Output;
import io.shmem4j.launch.process.PeCache;
import io.shmem4j.launch.process.PeCommand;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.launch.process.Signals;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs a job: starts the PEs, waits until they have ended, and ends the rest when a PE fails or a signal arrives.
 *
 * <p>Everything happens on the thread in {@link #run}. Process exits, signals and failed streams reach it through one
 * queue. On SIGINT or SIGTERM the JVM runs a shutdown hook, which queues an event and waits for cleanup; then the JVM
 * exits with 130 or 143.
 *
 * <p>Events are tested with {@code instanceof}, because linking a pattern switch costs some ten milliseconds while PEs
 * start.
 */
public final class Job {
    /** Poll interval for the abort word and the PEs' states. */
    private static final long TICK_MILLIS = 50;
    /** Poll interval for the existence of the job's files. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final JobPlan plan;
    private final JobFolder folder;
    private final Output output;
    private final Report report;
    private final List<JvmProcess> jvms = new ArrayList<>();
    private final List<PeProcess> processes = new ArrayList<>();
    private final LinkedBlockingQueue<Event> events;
    private final HangWatch hangs;
    private final Report.Progress progress;
    private final FailurePrinter failures;
    private final RaceReports races;
    private final Respawns respawns;
    private PeCommand command;
    private JvmStarter starter;
    private final long limit;
    private long nextLook = System.nanoTime() + LOOK_NANOS;
    private boolean removed;
    private boolean forced;
    private boolean hurried;
    private int alive;
    private long desertedNanos;

    private Job(JobPlan plan, JobFolder folder, LinkedBlockingQueue<Event> events) {
        this.plan = plan;
        this.folder = folder;
        this.events = events;
        this.output = new Output(plan, folder.jobId(), fault -> events.add(new Event.OutputFailed(fault)));
        this.limit = !plan.options().has(TIMEOUT) || plan.agent() != null ? Long.MAX_VALUE
            : System.nanoTime() + (long) (plan.options().number(TIMEOUT) * 1e9);
        this.report = new Report(plan, output.messages());
        this.progress = new Report.Progress(folder.control(), processes, plan, report);
        this.hangs = plan.agent() == null ? new HangWatch(plan, folder, processes, report)
            : PartWatch.of(plan, folder, processes, report);
        this.races = new RaceReports(plan, folder.files());
        this.failures = new FailurePrinter(folder, output);
        this.respawns = new Respawns(plan, folder, report);
    }

    /** Runs a job and {@return the exit status} Its files are deleted afterwards. */
    public static int run(JobPlan plan, PeCache cache) {
        if (plan.options().has(EXIT_REPORT)) {
            ExitReport.check(plan.options().path(EXIT_REPORT));
        }
        if (plan.trace() != null) {
            plan.trace().start();
        }
        if (plan.flight() != null) {
            plan.flight().start();
        }
        LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
        try (Signals.Interruption _ = new Signals.Interruption(events); JobFolder folder = JobFolder.create(plan)) {
            return new Job(plan, folder, events).run(cache);
        } catch (LaunchException e) {
            if (plan.trace() != null) {
                plan.trace().discard();
            }
            throw e;
        }
    }

    private int run(PeCache cache) {
        Outcome outcome = new Outcome(plan, folder);
        command = new PeCommand(plan, folder.files(), folder.jobId(), cache);
        starter = new JvmStarter(plan, command, folder.control(), output, events);
        try {
            try {
                if (plan.agent() != null) {
                    plan.agent().open(folder.files());
                }
                start();
                Signals.listen(signal -> events.add(new Event.Signalled(signal)));
                if (plan.options().text(STDIN).equals("all")) {
                    new InputSpreader(jvms.stream().map(JvmProcess::input).toList());
                }
                outcome.cause = await(outcome);
                if (plan.agent() != null) {
                    plan.agent().end(alive == 0 && (outcome.status(processes) == ExitStatus.OK
                        || plan.options().has(KEEP_GOING)));
                }
                end();
                checkFolder();
                if (outcome.status(processes) != ExitStatus.OK) {
                    new LeftBehind(folder.jobId()).end();
                }
            } finally {
                // JVMs still run here only after an error in the launcher.
                running().forEach(JvmProcess::kill);
                hangs.stacks.removeLeftovers();
                if (plan.options().has(CHECKPOINT)) {
                    SnapshotFile.removeParts(plan.options().path(CHECKPOINT));
                }
                failures.collect();
                races.collect();
                folder.keep(plan.options().has(KEEP_FILES) && outcome.started()
                    && outcome.status(processes) != ExitStatus.OK);
                folder.close();
            }
            return conclude(outcome);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        } finally {
            output.end(hurried ? Times.HURRIED_MESSAGES_NANOS : Times.MESSAGES_NANOS);
        }
    }

    /** Drains the output after the last PE has ended, and reports the outcome. */
    private int conclude(Outcome outcome) throws InterruptedException {
        boolean good = outcome.status(processes) == ExitStatus.OK;
        OutputEnd rest = new OutputEnd(jvms.stream().flatMap(jvm -> jvm.pumps().stream()).toList(), events, limit);
        boolean whole = !forced && rest.await(outcome.hurried());
        hurried = outcome.hurried() || rest.cut != null;
        if (good && rest.cut != null) {
            outcome.cause = rest.cut;
        } else if (good && rest.fault != null) {
            outcome.fault(rest.fault);
            outcome.cause = Outcome.Cause.OUTPUT_FAILED;
        }
        if (!whole) {
            report.printOutcome("the last part of the output was not read and is lost");
        }
        if (good && rest.held) {
            report.printOutcome(new LeftBehind(folder.jobId()).describe());
        }
        failures.print();
        reportShortage(outcome);
        report.printOutcome(outcome.summary(processes));
        report.printKeptFiles(folder.kept() ? folder : null);
        boolean traced = plan.trace() == null || plan.trace().finish(report::printOutcome, report::print);
        traced &= plan.flight() == null || plan.flight().finish(jvms.stream().map(JvmProcess::which).toList(),
            folder.jobId(), report::printOutcome);
        int status = outcome.status(processes);
        races.print(report::printOutcome);
        if (plan.options().has(EXIT_REPORT)) {
            ExitReport.write(plan.options().path(EXIT_REPORT), folder, plan.shape(), outcome, processes, races);
        }
        return status == ExitStatus.OK && !traced ? ExitStatus.FAILED : races.status(status);
    }

    /** Reports why a JVM failed to start, with the system limit that may be the cause. */
    private void reportShortage(Outcome outcome) {
        JvmProcess jvm = outcome.unstarted();
        String said = jvm == null || !jvm.silent() ? null : command.refusal(jvm.which());
        String limit = said != null || jvm != null && !jvm.silent() || outcome.unmapped()
            ? SystemLimits.addressSpace() : null;
        if (said != null) {
            report.print("no JVM starts for " + jvm.which().pes() + ":\n" + said);
        }
        if (limit != null) {
            report.print(limit);
        }
    }

    private void start() {
        report.printPlan(folder, command);
        for (Shape.Jvm which : plan.shape().jvms()) {
            starter.await(this::isOver, progress::look);
            if (isOver()) {
                return;
            }
            try {
                JvmProcess jvm = starter.start(which);
                jvms.add(jvm);
                starter.add(jvm);
                for (PeProcess process : jvm.pes()) {
                    processes.add(process);
                    folder.control().pid(process.pe(), process.pid());
                    alive++;
                    report.printStart(process);
                }
                progress.look();
            } catch (IOException | OutOfMemoryError e) {
                throw starter.failure(which, e);
            }
        }
    }

    /** {@return whether the event was a death that the job survives} If so, the JVM has been restarted. */
    private boolean outlives(Event event) {
        if (event instanceof Event.Ended(PeProcess process, int status) && status != 0
            && respawns.canRestart(process.jvm())) {
            process.jvm().kill();
            return true;
        }
        if (!(event instanceof Event.Exited(JvmProcess jvm)) || jvm.status(folder.control()) == 0
            || !respawns.canRestart(jvm)) {
            return false;
        }
        failures.collect();
        failures.print();
        if (!respawns.recordDeath(jvm)) {
            return false;
        }
        try {
            command.restart();
            JvmProcess next = starter.start(jvm.which());
            jvms.set(jvms.indexOf(jvm), next);
            next.pes().forEach(pe -> processes.replaceAll(old -> old.pe() == pe.pe() ? pe : old));
            respawns.recordRestart(next);
            return true;
        } catch (IOException | OutOfMemoryError e) {
            throw starter.failure(jvm.which(), e);
        }
    }

    /** Whether to stop starting JVMs, because {@link #await} will end the job. */
    private boolean isOver() {
        boolean all = !plan.options().has(KEEP_GOING) && !respawns.canRestart();
        return folder.control().aborting() || isLate() || events.stream().anyMatch(event ->
            event instanceof Event.Interrupted || event instanceof Event.OutputFailed
            || all && (event instanceof Event.Exited(JvmProcess jvm) && jvm.failed()
            || event instanceof Event.Ended(PeProcess _, int status) && status != 0));
    }

    private boolean isLate() {
        return limit != Long.MAX_VALUE && System.nanoTime() - limit > 0;
    }

    /** Handles a signal that ends nothing: reports positions, or forwards it to the PEs. */
    private void answer(int signal) throws InterruptedException {
        if (signal == Signals.QUIT) {
            hangs.reportAsked();
        } else {
            Signals.pass(signal, running());
        }
    }

    /** Waits until all PEs have ended or must be ended, and {@return the cause} */
    private Outcome.Cause await(Outcome outcome) throws InterruptedException {
        boolean keepGoing = plan.options().has(KEEP_GOING);
        while (alive > 0) {
            Event event = events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
            List<PeProcess> ended = outlives(event) ? List.of() : note(event);
            if (event instanceof Event.Interrupted) {
                return Outcome.Cause.SIGNAL;
            }
            if (event instanceof Event.OutputFailed failed) {
                outcome.fault(failed.fault());
                return Outcome.Cause.OUTPUT_FAILED;
            }
            if (event instanceof Event.Signalled signalled) {
                answer(signalled.number());
            }
            forced |= event instanceof Event.Forced;
            if (System.nanoTime() - nextLook > 0) {
                checkFolder();
                hangs.answer();
            }
            progress.look();
            if (folder.control().aborting()) {
                return Outcome.Cause.ABORT;
            }
            for (PeProcess process : ended) {
                if (process.status() != 0) {
                    outcome.blame(process);
                    if (!keepGoing) {
                        return Outcome.Cause.FAILURE;
                    }
                    failures.collect();
                    failures.print();
                }
            }
            PeProcess deserter = alive > 0 && !keepGoing && !outcome.blamed() ? findDeserter() : null;
            if (deserter != null) {
                outcome.blame(deserter);
                desertedNanos = System.nanoTime();
            }
            if (desertedNanos != 0 && System.nanoTime() - desertedNanos > Times.OTHER_DESERTERS_NANOS) {
                return Outcome.Cause.DESERTED;
            }
            if (isLate()) {
                hangs.report("where the PEs are:");
                return Outcome.Cause.TIMEOUT;
            }
            if (alive > 0 && hangs.check()) {
                return Outcome.Cause.DEADLOCK;
            }
        }
        return desertedNanos != 0 ? Outcome.Cause.DESERTED
            : events.contains(new Event.Interrupted()) ? Outcome.Cause.SIGNAL
            : processes.isEmpty() && isLate() ? Outcome.Cause.TIMEOUT
            : outcome.blamed() ? Outcome.Cause.FAILURE : Outcome.Cause.ALL_ENDED;
    }

    /**
     * {@return a PE that exited with status 0 while needed, or null} It left between init and finalize, or before init
     * although another PE is past it.
     */
    private PeProcess findDeserter() {
        if (plan.processes() < plan.nPes()) {
            return null;
        }
        PeProcess absent = null;
        boolean running = false;
        for (PeProcess process : processes) {
            PeState state = folder.control().state(process.pe());
            if (process.exited() && state == PeState.RUNNING) {
                return process;
            }
            if (process.exited() && state == PeState.STARTED) {
                absent = process;
            }
            running |= !process.exited() && state == PeState.RUNNING;
        }
        return running ? absent : null;
    }

    private void checkFolder() {
        nextLook = System.nanoTime() + LOOK_NANOS;
        if (!removed && folder.removed()) {
            removed = true;
            report.print("the job's files, " + folder.files().folder()
                + ", were removed while it ran: PEs that have not mapped them fail, and tools do not see the job");
        }
    }

    private List<JvmProcess> running() {
        return jvms.stream().filter(jvm -> !jvm.exited()).toList();
    }

    /** Records an event and {@return the PEs that have ended with it} */
    private List<PeProcess> note(Event event) {
        List<PeProcess> ended = List.of();
        if (event instanceof Event.Ended(PeProcess process, int status) && !process.exited()) {
            process.noteExit(status & 0xff, false);
            ended = List.of(process);
        } else if (event instanceof Event.Exited(JvmProcess jvm)) {
            ended = jvm.noteExit(folder.control());
        }
        alive -= ended.size();
        for (PeProcess process : ended) {
            folder.recordEnd(process.pe());
            if (process.status() == 0) {
                folder.control().ended(process.pe(), 0);
            }
            respawns.recordLoss(process);
            report.printExit(process);
        }
        return ended;
    }

    /**
     * Ends the remaining PEs: SIGTERM, then SIGKILL after the grace period. Also kills their child processes.
     *
     * @param least the minimum grace period in seconds
     */
    private void end() throws InterruptedException {
        List<ProcessHandle> children = new ArrayList<>();
        for (JvmProcess jvm : running()) {
            children.addAll(jvm.children());
            jvm.terminate();
        }
        long deadline = System.nanoTime() + (long) (plan.options().number(GRACE) * 1e9);
        boolean killed = false;
        while (!running().isEmpty()) {
            long left = deadline - System.nanoTime();
            if ((left <= 0 || forced) && !killed) {
                killed = true;
                running().forEach(JvmProcess::kill);
            }
            Event event = killed ? events.take() : events.poll(left, TimeUnit.NANOSECONDS);
            note(event);
            forced |= event instanceof Event.Forced;
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.hang.HangWatch;
import io.shmem4j.launch.output.InputSpreader;
import io.shmem4j.launch.output.Output;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.launch.process.Event;
import io.shmem4j.launch.process.Interruption;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.launch.process.Signals;
import io.shmem4j.launch.report.Outcome;
import io.shmem4j.launch.report.Progress;
import io.shmem4j.launch.report.Report;
import io.shmem4j.launch.start.PeCommand;
import io.shmem4j.spi.PeState;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A job from its first process to its last: starts the PEs, waits for what happens to them, and when one fails or
 * somebody asks, ends the others.
 *
 * <p>Only the thread in {@link #run} acts; process exits, signals and closed streams come to it through one queue. On
 * SIGINT or SIGTERM the JVM runs our shutdown hook, which queues an event and waits until everything is cleaned up;
 * the JVM then exits with 130 or 143 by itself.
 */
public final class Job {
    /** How often the abort word and the PEs' states are looked at while nothing happens. */
    private static final long TICK_MILLIS = 50;
    /** Time for output that is still in a pipe when its PE has ended. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** How the JDK tells that there are no more processes (11), memory (12) or open files (24). */
    private static final String SHORTAGE = ".*error[:=] ?(11|12|24)\\b.*";

    private final JobPlan plan;
    private final JobFolder folder;
    private final Output output;
    private final Report report;
    private final List<PeProcess> processes = new ArrayList<>();
    private final LinkedBlockingQueue<Event> events;
    private final HangWatch hangs;
    private final Progress progress;
    private final long limit;
    private int alive;

    private Job(JobPlan plan, JobFolder folder, LinkedBlockingQueue<Event> events) {
        this.plan = plan;
        this.folder = folder;
        this.events = events;
        this.output = new Output(plan, () -> events.add(new Event.OutputClosed()));
        this.limit = plan.options().timeout == null ? Long.MAX_VALUE
            : System.nanoTime() + (long) (plan.options().timeout * 1e9);
        this.report = new Report(plan, output.messages());
        this.progress = new Progress(folder.control(), processes, plan, report);
        this.hangs = new HangWatch(plan, folder, processes, report);
    }

    /**
     * Runs a job to its end; its files are gone afterwards.
     *
     * @param plan  what to run
     * @param cache start-up cache of the PEs, or null
     * @return the launcher's exit status
     */
    public static int run(JobPlan plan, Path cache) {
        if (plan.trace() != null) {
            plan.trace().start();
        }
        LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
        try (Interruption _ = new Interruption(events); JobFolder folder = JobFolder.create(plan)) {
            return new Job(plan, folder, events).run(cache);
        } catch (LaunchException e) {
            if (plan.trace() != null) {
                plan.trace().discard();
            }
            throw e;
        }
    }

    private int run(Path cache) {
        Outcome outcome = new Outcome(plan, folder);
        boolean traced = true;
        try {
            start(new PeCommand(plan, folder.files(), folder.jobId(), cache));
            Signals.listen(signal -> events.add(new Event.Signalled(signal)));
            if (plan.options().output.stdin.equals("all")) {
                new InputSpreader(processes.stream().map(PeProcess::input).toList());
            }
            Outcome.Cause cause = await(outcome);
            outcome.ended(cause);
            if (alive > 0) {
                end();
            }
            drain();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        } finally {
            killAll();
            hangs.forget();
            boolean kept = plan.options().snapshot.keepFiles && outcome.started()
                && outcome.status(processes) != ExitStatus.OK;
            if (kept) {
                folder.keep();
            }
            folder.close();
            report.summary(outcome.summary(processes));
            report.kept(kept ? folder : null);
            report.exitCodes(processes);
            traced = plan.trace() == null
                || outcome.started() && plan.trace().finish(report::summary, report::error);
        }
        int status = outcome.status(processes);
        return status == ExitStatus.OK && !traced ? ExitStatus.FAILED : status;
    }

    private void start(PeCommand command) {
        report.starting(folder, command);
        for (int pe = 0; pe < plan.processes(); pe++) {
            if (isOver()) {
                return;
            }
            try {
                PeProcess process = PeProcess.start(pe, command.process(pe), plan.cpus(pe), input(pe),
                    output, ended -> events.add(new Event.Exited(ended)));
                processes.add(process);
                folder.control().pid(pe, process.pid());
                alive++;
                report.started(process);
                progress.look(false);
            } catch (IOException | OutOfMemoryError e) {
                throw failure(pe, e);
            }
        }
    }

    /** Whether something has happened, while PEs were being started, that ends the job, which {@link #await} does. */
    private boolean isOver() {
        boolean all = !plan.options().control.keepGoing;
        return folder.control().aborting() || isLate() || events.stream().anyMatch(event ->
            event instanceof Event.Interrupted || event instanceof Event.OutputClosed
            || all && event instanceof Event.Exited(PeProcess process) && process.failed());
    }

    private boolean isLate() {
        return limit != Long.MAX_VALUE && System.nanoTime() - limit > 0;
    }

    /** The JDK's message has more lines with guesses. */
    private LaunchException failure(int pe, Throwable cause) {
        String why = String.valueOf(cause.getMessage()).lines().findFirst().orElse("").strip();
        boolean shortage = cause instanceof OutOfMemoryError || why.matches(SHORTAGE);
        return new LaunchException(ExitStatus.LAUNCH, "can't start PE " + pe + ": " + why
            + (shortage ? "; " + SystemLimits.need(plan) : ""), cause);
    }

    /** {@return what a PE reads} */
    private Redirect input(int pe) {
        String who = plan.options().output.stdin;
        if (who.equals("all")) {
            return Redirect.PIPE;
        }
        return who.equals("none") || Integer.parseInt(who) != pe ? PeProcess.NOTHING : Redirect.INHERIT;
    }

    /** Waits until every PE has ended or there is a reason to end them. */
    private Outcome.Cause await(Outcome outcome) throws InterruptedException {
        boolean keepGoing = plan.options().control.keepGoing;
        while (alive > 0) {
            Event event = events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
            switch (event) {
                case Event.Exited exited -> note(exited.process());
                case Event.Interrupted _ -> {
                    return Outcome.Cause.SIGNAL;
                }
                case Event.Signalled signalled -> Signals.pass(signalled.number(), running());
                case Event.OutputClosed _ -> {
                    return Outcome.Cause.OUTPUT_CLOSED;
                }
                case null -> { }
            }
            progress.look(alive == 0);
            if (folder.control().aborting()) {
                return Outcome.Cause.ABORT;
            }
            if (event instanceof Event.Exited(PeProcess process) && process.status() != 0) {
                outcome.blame(process);
                if (!keepGoing) {
                    return Outcome.Cause.FAILURE;
                }
            }
            PeProcess deserter = alive > 0 && !keepGoing ? deserter() : null;
            if (deserter != null) {
                outcome.blame(deserter);
                return Outcome.Cause.DESERTED;
            }
            if (isLate()) {
                hangs.report("where the PEs are:");
                return Outcome.Cause.TIMEOUT;
            }
            if (alive > 0 && hangs.look()) {
                return Outcome.Cause.DEADLOCK;
            }
        }
        return events.contains(new Event.Interrupted()) ? Outcome.Cause.SIGNAL
            : outcome.blamed() ? Outcome.Cause.FAILURE : Outcome.Cause.ALL_ENDED;
    }

    /**
     * A PE that left with status 0 while others need it: between init and finalize, or before init when another PE has
     * got past it.
     */
    private PeProcess deserter() {
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

    private List<PeProcess> running() {
        return processes.stream().filter(process -> !process.exited()).toList();
    }

    private void note(PeProcess process) {
        process.noteExit();
        alive--;
        report.exited(process);
    }

    /** Asks the remaining PEs to end, and kills those that have not after the grace time, and what they started. */
    private void end() throws InterruptedException {
        List<ProcessHandle> children = new ArrayList<>();
        for (PeProcess process : processes) {
            if (!process.exited()) {
                children.addAll(process.children());
                process.terminate();
            }
        }
        long deadline = System.nanoTime() + (long) (plan.options().grace * 1e9);
        boolean killed = false;
        while (alive > 0) {
            long left = deadline - System.nanoTime();
            if (left <= 0 && !killed) {
                killed = true;
                processes.stream().filter(process -> !process.exited()).forEach(PeProcess::kill);
            }
            Event event = killed ? events.take() : events.poll(left, TimeUnit.NANOSECONDS);
            if (event instanceof Event.Exited(PeProcess process)) {
                note(process);
            }
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private void drain() throws InterruptedException {
        long deadline = System.nanoTime() + DRAIN_NANOS;
        for (PeProcess process : processes) {
            process.drain(deadline);
        }
    }

    /** For the way out after an error of the launcher's own; after {@link #end} nobody is left. */
    private void killAll() {
        for (PeProcess process : processes) {
            if (!process.exited()) {
                process.kill();
            }
        }
    }
}

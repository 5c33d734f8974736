// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.HANG_DETECT;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.launch.Proc;
import io.shmem4j.launch.job.Stacks.Moment;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.QuestionFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Watches the waits that PEs publish: finds deadlocks by itself, and reports long waits where the user asks for it.
 *
 * <p>A deadlock is certain when every PE that is left waits, no wait has ended or begun between two looks, and nobody
 * is found who could still store what a PE waits for ({@link Doubts}). That is looked for after two seconds, and again
 * every few while there is somebody; then only the PE that was free is asked. Since a plain store takes a moment to be
 * noticed, the thread that made it may be gone already when the stacks are looked at: nobody has to be found twice.
 */
class HangWatch {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** A PE that may go on is asked again soon at first, so that a deadlock is found 5 seconds after its begin. */
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** Several times as long as a sleeping waiter leaves its variable alone. */
    private static final long NOTICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Several times as long as the process of all PEs takes between two looks for a question. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);

    final JobPlan plan;
    final JobFolder folder;
    final ControlFile control;
    final List<PeProcess> processes;
    private final Report report;
    final Stacks stacks;
    final Doubts doubts;
    private final long longWait;
    private long nextLook;
    /** What PEs waited for in the last looks, and since when. */
    long[] stuck = new long[0];
    long stuckSince;
    private long nextSearch;
    private Doubt doubt;
    private boolean certain;
    private boolean told;
    long reported;

    HangWatch(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        this.plan = plan;
        this.folder = folder;
        this.control = folder.control();
        this.processes = processes;
        this.report = report;
        this.stacks = new Stacks(plan, folder.control());
        this.doubts = new Doubts(folder.files(), processes, stacks);
        this.longWait = !plan.options().has(HANG_DETECT) ? Long.MAX_VALUE
            : (long) (plan.options().number(HANG_DETECT) * 1e9);
        this.reported = System.nanoTime() - longWait;
    }

    /** {@return whether the job is in a deadlock, which has been reported then} */
    boolean look() throws InterruptedException {
        long now = System.nanoTime();
        if (longWait == 0 || plan.processes() < plan.nPes() || now - nextLook < 0) {
            return false;
        }
        nextLook = now + LOOK_NANOS;
        JobState state = state();
        if (longWait != Long.MAX_VALUE && state.longest(reported, now) >= longWait) {
            waitedLong(now);
        }
        return deadlocked(state, now);
    }

    void waitedLong(long now) throws InterruptedException {
        Moment moment = moment();
        // The wait may be over by the time when the stacks have come.
        if (moment.state().longest(reported, now) >= longWait) {
            reported = now;
            report("a PE has waited for " + Options.seconds(longWait / 1e9), moment);
        }
    }

    final Moment moment() throws InterruptedException {
        return Moment.of(this::state, () -> stacks.of(processes, count()));
    }

    /** {@return how many PEs the job has, as far as they can be told apart here} */
    int count() {
        return processes.size();
    }

    JobState state() {
        return JobState.of(control, count(), pe -> processes.get(pe).exited());
    }

    boolean deadlocked(JobState state, long now) throws InterruptedException {
        long[] seen = state.signature();
        if (!state.allWait() || !Arrays.equals(seen, stuck)) {
            stuck = seen;
            stuckSince = now;
            nextSearch = now + FIRST_NANOS;
            doubt = null;
            certain = false;
            told = false;
            return false;
        }
        if (now - nextSearch < 0) {
            return false;
        }
        nextSearch = now + Math.clamp((now - stuckSince) / 4, SOON_NANOS, LATE_NANOS);
        if (stillFree()) {
            return false;
        }
        ThreadDump[] dumps = stacks.of(processes, count());
        doubt = doubts.first(dumps);
        JobState after = state();
        if (!after.allWait() || !Arrays.equals(after.signature(), stuck)) {
            return false;
        }
        if (doubt != null) {
            tell(after, dumps, now);
            return false;
        }
        if (!certain) {
            certain = true;
            nextSearch = now + NOTICE_NANOS;
            return false;
        }
        report.lines("deadlock: every PE waits and none can go on", lines(after, dumps, now));
        return true;
    }

    /** {@return whether the PE that could go on still can, so that the others need not be asked} */
    private boolean stillFree() throws InterruptedException {
        if (doubt == null || doubt.pe() < 0 || doubt.rare() && !told || processes.get(doubt.pe()).exited()) {
            return false;
        }
        PeProcess process = processes.get(doubt.pe());
        return Doubt.of(doubt.pe(), stacks.of(List.of(process), count())[doubt.pe()]) != null;
    }

    /** Says once, after a while, that only a doubtful thread or process can end the waits. */
    private void tell(JobState state, ThreadDump[] dumps, long now) {
        certain = false;
        if (doubt.rare() && !told && now - stuckSince >= TELL_NANOS) {
            told = true;
            report.lines("every PE waits; the job goes on, because " + doubt.why(), lines(state, dumps, now));
        }
    }

    void report(String why) throws InterruptedException {
        if (plan.processes() < plan.nPes()) {
            report.lines(why, told());
            return;
        }
        report(why, moment());
    }

    private void report(String why, Moment moment) {
        Doubt free = moment.state().allWait() ? doubts.first(moment.dumps()) : null;
        report.lines(why + (free == null ? "" : "\nno deadlock, because " + free.why()), lines(moment));
    }

    void reportAsked() throws InterruptedException {
        report.asked("where the PEs are:", places());
    }

    /** {@return where all PEs are now; a process of all PEs knows} */
    private List<String> places() throws InterruptedException {
        return plan.processes() < plan.nPes() ? told() : lines(moment());
    }

    /** {@return a line for each PE of the one process, and its stacks, which have that of the PE that runs} */
    private List<String> told() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        try {
            List<String> said = QuestionFile.PLACES.ask(folder.files(), ANSWER_NANOS);
            lines.addAll(said != null ? said : List.of("the process of all PEs does not say where they are"));
        } catch (IOException e) {
            lines.add("the process of all PEs can't be asked: " + e.getMessage());
        }
        ThreadDump dump = stacks.of(processes, count())[0];
        lines.add(dump == null ? "its process does not answer with a stack" : "stacks of its process:");
        if (dump != null) {
            dump.text().lines().forEach(lines::add);
        }
        return lines;
    }

    private List<String> lines(Moment moment) {
        List<String> lines = new ArrayList<>(lines(moment.state(), moment.dumps(), System.nanoTime()));
        lines.addAll(moment.remark());
        return lines;
    }

    private List<String> lines(JobState state, ThreadDump[] dumps, long now) {
        return HangReport.of(state, WaitedVariables.of(folder.files(), control, state), pes(dumps), now);
    }

    final List<HangReport.PeFacts> pes(ThreadDump[] dumps) {
        return processes.stream().map(process -> new HangReport.PeFacts(process.pid(), Proc.stopped(process.pid()),
            dumps[process.pe()])).toList();
    }

    /** Answers other processes that ask where the PEs are. */
    void answer() throws InterruptedException {
        if (QuestionFile.STACKS.wanted(folder.files())) {
            QuestionFile.STACKS.answer(folder.files(), places());
        }
    }

    /** Removes the remains of asking for stacks. */
    void forget() {
        stacks.forget();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.HANG_DETECT;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport.PeFacts;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.Storers;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.launch.job.Stacks.Moment;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Detects deadlocks from the waits that PEs publish, and reports long waits if the user asked for it.
 *
 * <p>Checks begin after two seconds. A job is not in a deadlock while some PE can still make progress. Once such a PE
 * is known, later checks ask only this one.
 */
class HangWatch {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    final JobPlan plan;
    final JobFolder folder;
    final ControlFile control;
    final List<PeProcess> processes;
    private final Report report;
    final Stacks stacks;
    private final long longWait;
    private final Judge judge = new Judge(Times.LAUNCHED_STANDSTILL_NANOS, 0);
    private long nextLook;
    long reported;

    HangWatch(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        this.plan = plan;
        this.folder = folder;
        this.control = folder.control();
        this.processes = processes;
        this.report = report;
        this.stacks = new Stacks(folder.control());
        this.longWait = !plan.options().has(HANG_DETECT) ? Long.MAX_VALUE
            : (long) (plan.options().number(HANG_DETECT) * 1e9);
        this.reported = System.nanoTime() - longWait;
    }

    /** {@return whether the job is in a deadlock, which has been reported} */
    boolean check() throws InterruptedException {
        long now = System.nanoTime();
        if (longWait == 0 || plan.processes() < plan.nPes() || now - nextLook < 0) {
            return false;
        }
        nextLook = now + LOOK_NANOS;
        JobState state = state();
        if (longWait != Long.MAX_VALUE && state.longest(reported, now) >= longWait) {
            reportLongWait(now);
        }
        return deadlocked(state, now);
    }

    void reportLongWait(long now) throws InterruptedException {
        Moment moment = moment();
        // The wait may have ended before the stacks arrived.
        if (moment.state().longest(reported, now) >= longWait) {
            reported = now;
            report("a PE has waited for " + Options.seconds(longWait / 1e9), moment);
        }
    }

    final Moment moment() throws InterruptedException {
        return Moment.of(this::state, () -> stacks.of(processes));
    }

    JobState state() {
        return JobState.of(control, processes.size(), pe -> processes.get(pe).exited());
    }

    boolean deadlocked(JobState state, long now) throws InterruptedException {
        if (!judge.isDue(state.standing(), now)) {
            return false;
        }
        if (isStillFree()) {
            if (judge.judge(state.standing(), judge.doubt(), now) == Judge.Verdict.LONG_DOUBTFUL) {
                report.printUnlessQuiet(judge.doubtful(), List.of());
            }
            return false;
        }
        List<PeFacts> pes = stacks.of(processes);
        Doubt doubt = doubt(state, pes);
        JobState after = state();
        Judge.Verdict verdict = judge.judge(after.standing(), doubt, now);
        if (verdict != Judge.Verdict.OPEN) {
            report.printUnlessQuiet(verdict == Judge.Verdict.DEADLOCK ? Judge.DEADLOCK : judge.doubtful(),
                verdict == Judge.Verdict.LONG_DOUBTFUL ? List.of() : lines(after, pes, now));
        }
        return verdict == Judge.Verdict.DEADLOCK;
    }

    /** {@return whether the PE that could make progress last time still can, which saves asking the rest} */
    private boolean isStillFree() throws InterruptedException {
        int pe = judge.doubt() == null || judge.reportsLater() ? -1 : judge.doubt().pe();
        return pe >= 0 && !processes.get(pe).exited()
            && Doubt.of(pe, stacks.of(List.of(processes.get(pe))).getFirst().dump()) != null;
    }

    /** {@return a reason why a waiting PE may still receive its value, or null} */
    final Doubt doubt(JobState state, List<PeFacts> pes) {
        return new Storers(folder.files(), processes.stream().map(PeProcess::pid).collect(Collectors.toSet()), null)
            .first(processes.getFirst().pe(), state, pes);
    }

    void report(String why) throws InterruptedException {
        if (plan.processes() < plan.nPes()) {
            report.printUnlessQuiet(why, singleProcess());
            return;
        }
        report(why, moment());
    }

    private void report(String why, Moment moment) {
        Doubt free = moment.state().allWait() ? doubt(moment.state(), moment.pes()) : null;
        report.printUnlessQuiet(why + (free == null ? "" : "\nno deadlock, because " + free.why()), lines(moment));
    }

    void reportAsked() throws InterruptedException {
        report.print("where the PEs are:", positions());
    }

    /** {@return a line about the position of each PE} A simulating process answers for all its PEs. */
    private List<String> positions() throws InterruptedException {
        return plan.processes() < plan.nPes() ? singleProcess() : lines(moment());
    }

    /** {@return the positions from the simulating process, followed by its stacks} */
    private List<String> singleProcess() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        try {
            List<String> said = QuestionFile.PLACES.ask(folder.files(), "", Times.SIMULATION_ANSWER_NANOS);
            lines.addAll(said != null ? said : List.of("the process of all PEs does not say where they are"));
        } catch (IOException e) {
            lines.add("the process of all PEs can't be asked: " + e.getMessage());
        }
        ThreadDump dump = stacks.of(processes).getFirst().dump();
        lines.add(dump == null ? "its process does not answer with a stack" : "stacks of its process:");
        if (dump != null) {
            dump.text().lines().forEach(lines::add);
        }
        return lines;
    }

    private List<String> lines(Moment moment) {
        List<String> lines = new ArrayList<>(lines(moment.state(), moment.pes(), System.nanoTime()));
        lines.addAll(moment.remark());
        return lines;
    }

    private List<String> lines(JobState state, List<PeFacts> pes, long now) {
        return HangReport.of(state, WaitedVariables.of(folder.files(), control, state), pes, now);
    }

    /** Answers a tool that has requested the PEs' positions. */
    void answer() throws InterruptedException {
        if (QuestionFile.STACKS.wanted(folder.files())) {
            QuestionFile.STACKS.answer(folder.files(), positions());
        }
    }
}

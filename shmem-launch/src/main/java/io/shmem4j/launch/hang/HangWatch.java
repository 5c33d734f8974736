// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.hang;

import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.launch.report.Report;
import io.shmem4j.shm.ControlFile;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Looks at what the PEs publish about their waits: finds deadlocks by itself, and reports long waits where it is asked
 * to.
 *
 * <p>A deadlock is certain when every PE that is left waits, no wait has ended or begun between two looks, and the
 * stacks of every PE show no thread that could still do something: each of the program's threads stands in a wait of
 * the library. Only then nobody can end a wait on a variable by a plain store either. The stacks are asked for after
 * two seconds at the earliest, and ever more rarely when they show a thread that may go on.
 */
public final class HangWatch {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FIRST_STUCK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final JobPlan plan;
    private final JobFolder folder;
    private final ControlFile control;
    private final List<PeProcess> processes;
    private final Report report;
    private final Stacks stacks;
    private final long longWait;
    private long nextLook;
    private long[] stuck = new long[0];
    private long stuckSince;
    private long patience = FIRST_STUCK_NANOS;
    private long reported;

    public HangWatch(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        this.plan = plan;
        this.folder = folder;
        this.control = folder.control();
        this.processes = processes;
        this.report = report;
        this.stacks = new Stacks(plan);
        this.longWait = plan.options().hangDetect == null ? Long.MAX_VALUE
            : (long) (plan.options().hangDetect * 1e9);
        this.reported = System.nanoTime() - longWait;
    }

    /** {@return whether the job is in a deadlock, which has been reported then} */
    public boolean look() throws InterruptedException {
        long now = System.nanoTime();
        if (longWait == 0 || plan.processes() < plan.nPes() || now - nextLook < 0) {
            return false;
        }
        nextLook = now + LOOK_NANOS;
        JobState state = JobState.of(control, processes);
        if (longWait != Long.MAX_VALUE && longest(state, now) >= longWait) {
            reported = now;
            report("a PE has waited for " + seconds(longWait));
        }
        return deadlocked(state, now);
    }

    /** {@return the longest wait that began since the last report} */
    private long longest(JobState state, long now) {
        long longest = 0;
        for (int pe = 0; pe < state.size(); pe++) {
            if (state.waits(pe)) {
                long since = state.waits().get(pe).since();
                longest = Math.max(longest, since - reported > 0 ? now - since : 0);
            }
        }
        return longest;
    }

    private boolean deadlocked(JobState state, long now) throws InterruptedException {
        long[] seen = signature(state);
        if (!state.allWait() || !Arrays.equals(seen, stuck)) {
            stuck = seen;
            stuckSince = now;
            return false;
        }
        if (now - stuckSince < patience) {
            return false;
        }
        ThreadDump[] dumps = stacks.of(processes);
        for (int pe = 0; pe < state.size(); pe++) {
            if (!state.ended().get(pe) && (dumps[pe] == null || !dumps[pe].stuck())) {
                patience *= 2;
                return false;
            }
        }
        JobState after = JobState.of(control, processes);
        if (!after.allWait() || !Arrays.equals(signature(after), stuck)) {
            return false;
        }
        report.lines("deadlock: every PE waits and none can go on", HangReport.of(after, folder.objects(),
            processes, dumps, now));
        return true;
    }

    private static long[] signature(JobState state) {
        long[] since = new long[state.size()];
        for (int pe = 0; pe < since.length; pe++) {
            since[pe] = state.waits(pe) ? state.waits().get(pe).since() : state.ended().get(pe) ? 0 : -1;
        }
        return since;
    }

    /**
     * Says where all PEs are.
     *
     * @param why the first line
     */
    public void report(String why) throws InterruptedException {
        JobState state = JobState.of(control, processes);
        long now = System.nanoTime();
        report.lines(why, HangReport.of(state, folder.objects(), processes, stacks.of(processes), now));
    }

    /** Removes what asking for stacks has left. */
    public void forget() {
        stacks.forget();
    }

    private static String seconds(long nanos) {
        double seconds = nanos / 1e9;
        return (seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds)) + " s";
    }
}

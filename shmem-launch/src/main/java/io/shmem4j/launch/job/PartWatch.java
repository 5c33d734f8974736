// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.launch.Proc;
import io.shmem4j.launch.job.Stacks.Moment;
import io.shmem4j.launch.node.NodeAgent;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Watches the waits of one node's PEs for the head of the job, which alone hears of all nodes. It tells the head when
 * all PEs wait and nothing moves, and where they are when the head asks.
 *
 * <p>A PE's data may still be on their way when all PEs wait. So they are called stuck only after seconds, in which
 * waiting PEs go on sending; a thread that drives what is on its way is a reason to doubt.
 */
final class PartWatch {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final NodeAgent agent;
    private final JobPlan plan;
    private final JobFolder folder;
    private final List<PeProcess> processes;
    private final Stacks stacks;
    private final Doubts doubts;
    private final long longWait;
    private long nextLook;
    private long[] seen = new long[0];
    private long unchangedSince;
    private boolean told;
    private long reported;

    PartWatch(JobPlan plan, JobFolder folder, List<PeProcess> processes, Stacks stacks, Doubts doubts, long longWait) {
        this.agent = plan.agent();
        this.plan = plan;
        this.folder = folder;
        this.processes = processes;
        this.stacks = stacks;
        this.doubts = doubts;
        this.longWait = longWait;
        this.reported = System.nanoTime() - longWait;
    }

    /** Looks, and tells the head about changes. */
    void look() throws InterruptedException {
        if (agent.asked()) {
            agent.tell(waits());
        }
        long now = System.nanoTime();
        if (longWait == 0 || now - nextLook < 0) {
            return;
        }
        nextLook = now + LOOK_NANOS;
        JobState state = state();
        boolean stuck = isStuck(state, now);
        if (stuck != told) {
            told = stuck;
            agent.stuck(stuck);
        }
        if (longWait != Long.MAX_VALUE && state.longest(reported, now) >= longWait) {
            reported = now;
            agent.waitedLong();
        }
    }

    private boolean isStuck(JobState state, long now) {
        long[] signature = state.signature();
        if (!state.allWait() || !Arrays.equals(signature, seen)) {
            seen = signature;
            unchangedSince = now;
            return false;
        }
        return now - unchangedSince >= STUCK_NANOS;
    }

    /** PEs of other nodes count as ended here. */
    private JobState state() {
        return JobState.of(folder.control(), plan.nPes(), pe -> process(pe) == null || process(pe).exited());
    }

    private PeProcess process(int pe) {
        int index = pe - plan.part().first();
        return index < 0 || index >= processes.size() ? null : processes.get(index);
    }

    private PartWaits waits() throws InterruptedException {
        Moment moment = Moment.of(this::state, () -> stacks.of(processes, plan.nPes()));
        JobState state = moment.state();
        ThreadDump[] dumps = moment.dumps();
        Doubt doubt = state.allWait() ? doubts.first(dumps) : null;
        List<HangReport.PeFacts> pes = processes.stream().map(process -> new HangReport.PeFacts(process.pid(),
            Proc.stopped(process.pid()), dumps[process.pe()])).toList();
        boolean stuck = told && isStuck(state, System.nanoTime()) && isStuck(state(), System.nanoTime());
        return PartWaits.of(plan.part().first(), state, WaitedVariables.of(folder.files(), folder.control(), state),
            pes, stuck, doubt);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.launch.job.Stacks.Moment;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.PeProcess;
import java.util.List;

/**
 * Watches the waits of one node's PEs for the head of the job, which alone hears of all nodes. It reports to the head
 * when all PEs wait and nothing moves, and where they are if the head asks.
 *
 * <p>A PE's data may still be on their way when all PEs wait. So PEs count as stuck only after seconds, in which
 * waiting PEs go on sending. A thread that moves such data is a reason to doubt.
 */
final class PartWatch extends HangWatch {
    private final NodeAgent agent;
    private final Judge standstill = new Judge(Judge.STUCK_NANOS, 0);
    private boolean reportedStuck;

    private PartWatch(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        super(plan, folder, processes, report);
        this.agent = plan.agent();
    }

    /** {@return a watch, as its superclass: other jobs would have to load this class otherwise} */
    static HangWatch of(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        return new PartWatch(plan, folder, processes, report);
    }

    @Override
    boolean look() throws InterruptedException {
        if (agent.asked()) {
            agent.tell(waits());
        }
        return super.look();
    }

    @Override
    void waitedLong(long now) {
        reported = now;
        agent.waitedLong();
    }

    /** {@return false, because the head finds deadlocks} */
    @Override
    boolean deadlocked(JobState state, long now) {
        if (standstill.isDue(state.standing(), now) != reportedStuck) {
            reportedStuck = !reportedStuck;
            agent.stuck(reportedStuck);
        }
        return false;
    }

    /** PEs of other nodes count as ended here. */
    @Override
    JobState state() {
        return JobState.of(control, plan.nPes(), pe -> process(pe) == null || process(pe).exited());
    }

    private PeProcess process(int pe) {
        int index = pe - plan.part().first();
        return index < 0 || index >= processes.size() ? null : processes.get(index);
    }

    private PartWaits waits() throws InterruptedException {
        Moment moment = moment();
        JobState state = moment.state();
        Doubt doubt = state.allWait() ? doubt(state, moment.pes()) : null;
        boolean stays = reportedStuck && standstill.isDue(state.standing(), System.nanoTime())
            && standstill.isDue(state().standing(), System.nanoTime());
        return PartWaits.of(plan.part().first(), state, WaitedVariables.of(folder.files(), control, state),
            moment.pes(), stays, doubt);
    }

    @Override
    void reportAsked() {
        // The head does it.
    }

    @Override
    void answer() {
        // The agent does it.
    }
}

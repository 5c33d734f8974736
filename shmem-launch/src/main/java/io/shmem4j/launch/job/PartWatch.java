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
import io.shmem4j.spi.Times;
import java.util.List;

/**
 * Watches the PEs of one node in a job on several nodes. Only the head sees all nodes, so this reports to it when all
 * PEs wait without progress, and their positions on request.
 *
 * <p>Data may still be in transit when all PEs wait, and waiting PEs continue to send. Therefore PEs count as stuck
 * only after seconds, and a thread that transfers data counts as possible progress.
 */
final class PartWatch extends HangWatch {
    private final NodeAgent agent;
    private final Judge standstill = new Judge(Times.TRANSIT_NANOS, 0);
    private boolean reportedStuck;

    private PartWatch(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        super(plan, folder, processes, report);
        this.agent = plan.agent();
    }

    /** {@return a new watch} Its type is the superclass, so that jobs on one node don't load this class. */
    static HangWatch of(JobPlan plan, JobFolder folder, List<PeProcess> processes, Report report) {
        return new PartWatch(plan, folder, processes, report);
    }

    @Override
    boolean check() throws InterruptedException {
        if (agent.wantsWaits()) {
            agent.sendWaits(waits());
        }
        return super.check();
    }

    @Override
    void reportLongWait(long now) {
        reported = now;
        agent.reportLongWait();
    }

    /** Reports changes of the stuck state and {@return false}, because the head decides about deadlocks. */
    @Override
    boolean deadlocked(JobState state, long now) {
        if (standstill.isDue(state.standing(), now) != reportedStuck) {
            reportedStuck = !reportedStuck;
            agent.reportStuck(reportedStuck);
        }
        return false;
    }

    /** {@return the state of the PEs; those of other nodes count as ended} */
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
        // The head reports positions.
    }

    @Override
    void answer() {
        // The agent answers.
    }
}

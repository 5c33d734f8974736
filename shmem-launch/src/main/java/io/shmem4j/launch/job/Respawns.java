// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static io.shmem4j.launch.option.LauncherOption.KEEP_GOING;
import static io.shmem4j.launch.option.LauncherOption.RESPAWN;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.launch.process.JobFolder;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.PeProcess;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Restarts dead JVMs with all their PEs, up to a maximum, and counts restarts. */
final class Respawns {
    private final JobFolder folder;
    private final Report report;
    private final int most;
    private final boolean keepsGoing;
    /** Null in a job on one node. */
    private final NodeAgent agent;
    /** PEs whose deaths were announced to the head. */
    private final Set<PeProcess> announced = new HashSet<>();
    private boolean ending;
    private boolean explained;
    private int restarts;

    Respawns(JobPlan plan, JobFolder folder, Report report) {
        this.folder = folder;
        this.report = report;
        this.agent = plan.agent();
        this.most = plan.options().has(RESPAWN) ? plan.options().whole(RESPAWN) : 0;
        this.keepsGoing = plan.options().has(RESPAWN) && plan.options().has(KEEP_GOING);
    }

    /** {@return whether restarts are left and the job is not ending} */
    boolean canRestart() {
        return restarts < most && !ending && !folder.control().aborting() && !folder.control().haveFinished();
    }

    /** {@return whether a JVM can be restarted, because none of its PEs has ended with status 0} */
    boolean canRestart(JvmProcess jvm) {
        return canRestart() && jvm.pes().stream().noneMatch(pe -> pe.exited() || folder.control().ended(pe.pe()) == 0);
    }

    /** Records the death of a JVM's PEs and {@return whether they are to be restarted} */
    boolean recordDeath(JvmProcess jvm) {
        int status = jvm.status(folder.control());
        for (PeProcess pe : jvm.pes()) {
            folder.recordEnd(pe.pe());
        }
        if (agent != null) {
            if (!announce(true, jvm.pes(), status)) {
                return false;
            }
        } else {
            jvm.pes().forEach(pe -> folder.control().recordDeath(pe.pe(), status(pe, status)));
            if (!canRestart()) {
                return false;
            }
            restarts++;
        }
        report.printEvent((jvm.pes().size() == 1 ? jvm.pes().getFirst().name() : "the JVM of " + jvm.which().pes()
            + " (pid " + jvm.pid() + ")") + " " + ExitStatus.describe(status) + " and starts again (" + restarts
            + " of " + most + ")");
        return true;
    }

    private int status(PeProcess pe, int status) {
        int own = folder.control().ended(pe.pe());
        return own > 0 ? own : status;
    }

    /**
     * Announces deaths to all nodes and {@return whether the PEs are to be restarted} Restarts of all nodes are counted
     * together.
     */
    private boolean announce(boolean mayRestart, List<PeProcess> pes, int status) {
        announced.addAll(pes);
        List<String> lines = pes.stream().map(pe -> pe.pe() + " " + status(pe, status) + " " + pe.pid()).toList();
        String answer = ending ? null : agent.announceDeaths(mayRestart, lines);
        ending |= answer == null;
        String[] words = ending ? new String[] {"false", "0"} : answer.split(" ");
        boolean again = Boolean.parseBoolean(words[0]);
        restarts = again || !mayRestart ? Integer.parseInt(words[1]) : most;
        return again;
    }

    /** Records the death of a PE that is not restarted, in a job that may continue without it. */
    void recordLoss(PeProcess pe) {
        if (pe.status() == 0) {
            return;
        }
        if (!explained && restarts < most && !pe.asked() && !ending && !folder.control().aborting()) {
            explained = true;
            report.printEvent(pe.name() + " does not start again, because " + (folder.control().haveFinished()
                ? "all PEs have finished a session" : "a PE of its JVM has ended in order"));
        }
        if (keepsGoing && !announced.contains(pe)) {
            folder.recordEnd(pe.pe());
            if (agent == null) {
                folder.control().recordDeath(pe.pe(), status(pe, pe.status()));
            } else {
                announce(false, List.of(pe), pe.status());
            }
        }
    }

    void recordRestart(JvmProcess jvm) throws IOException {
        for (PeProcess pe : jvm.pes()) {
            folder.control().pid(pe.pe(), jvm.pid());
            folder.recordStart(pe.pe());
        }
    }
}

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
import io.shmem4j.spi.PeState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How often JVMs that die are started again, each with all of its PEs, in a job that outlives them. */
final class Respawns {
    private final JobFolder folder;
    private final Report report;
    private final int most;
    private final boolean goesOn;
    /** Null where the job has no other node. */
    private final NodeAgent agent;
    /** PEs whose ends the head knows. */
    private final Set<PeProcess> told = new HashSet<>();
    private boolean over;
    private int made;

    Respawns(JobPlan plan, JobFolder folder, Report report) {
        this.folder = folder;
        this.report = report;
        this.agent = plan.agent();
        this.most = plan.options().has(RESPAWN) ? plan.options().whole(RESPAWN) : 0;
        this.goesOn = plan.options().has(RESPAWN) && plan.options().has(KEEP_GOING);
    }

    /** {@return whether JVMs may be started again; not when all PEs have finished together} */
    boolean left() {
        return made < most && !over && !folder.control().aborting() && !folder.control().haveFinished();
    }

    /** {@return whether a JVM can start again: the job still needs all of its PEs} */
    boolean suits(JvmProcess jvm) {
        return left() && jvm.pes().stream().noneMatch(pe -> pe.exited()
            || hasLeft(pe, jvm.pes().size() == 1 ? jvm.status() : folder.control().ended(pe.pe())));
    }

    /** {@return whether a PE has done its part} One that closes on its way out by an exception has not. */
    private boolean hasLeft(PeProcess pe, int status) {
        return folder.control().state(pe.pe()) == PeState.FINISHED && (status <= 0 || status > ExitStatus.SIGNALLED);
    }

    /** Notes the deaths of a JVM's PEs, and {@return whether they come back}; not where all have just finished. */
    boolean fell(JvmProcess jvm) {
        for (PeProcess pe : jvm.pes()) {
            folder.ended(pe.pe());
        }
        if (agent != null) {
            if (!tell(true, jvm.pes(), jvm.status())) {
                return false;
            }
        } else {
            jvm.pes().forEach(pe -> folder.control().recordDeath(pe.pe(), status(pe, jvm.status())));
            if (!left()) {
                return false;
            }
            made++;
        }
        report.news((jvm.pes().size() == 1 ? jvm.pes().getFirst().name() : "the JVM of " + jvm.which().pes()
            + " (pid " + jvm.pid() + ")") + " " + ExitStatus.describe(jvm.status()) + " and starts again (" + made
            + " of " + most + ")");
        return true;
    }

    private int status(PeProcess pe, int status) {
        int own = folder.control().ended(pe.pe());
        return own > 0 ? own : status;
    }

    /** Tells all nodes of deaths, and {@return whether the PEs start again} JVMs of all nodes count. */
    private boolean tell(boolean suits, List<PeProcess> pes, int status) {
        told.addAll(pes);
        String answer = over ? null : agent.died(suits, pes.stream().map(pe -> pe.pe() + " " + status(pe, status) + " "
            + pe.pid()).toList());
        over |= answer == null;
        String[] words = over ? new String[] {"false", "0"} : answer.split(" ");
        boolean again = Boolean.parseBoolean(words[0]);
        made = again || !suits ? Integer.parseInt(words[1]) : most;
        return again;
    }

    /** Notes the death of a PE that does not start again, where the others go on without it. */
    void lost(PeProcess pe) {
        if (goesOn && pe.status() != 0 && !hasLeft(pe, pe.status()) && !told.contains(pe)) {
            folder.ended(pe.pe());
            if (agent == null) {
                folder.control().recordDeath(pe.pe(), status(pe, pe.status()));
            } else {
                tell(false, List.of(pe), pe.status());
            }
        }
    }

    /** Notes that the next lives of PEs begin. */
    void begins(JvmProcess jvm) throws IOException {
        for (PeProcess pe : jvm.pes()) {
            folder.control().pid(pe.pe(), jvm.pid());
            folder.begun(pe.pe());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.inspect.JobSample.PeTotals;
import io.shmem4j.shm.ControlFile.PublishedCounts;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.PublishedWait;
import java.util.ArrayList;
import java.util.List;

/**
 * Sampler of the PEs on this machine. It reads the job's mapped control file and /proc only, and does not disturb the
 * job.
 *
 * <p>The waiting share is the fraction of polls that found a published wait. A PE publishes a wait after a few yields.
 */
public final class PeLooks {
    private final ControlFile control;
    private final Members members;
    private final int first;
    private final String node;
    private final long[] waited;
    private long looks;

    /** Samples some PEs of a node. The node's name is empty in a job of one node. */
    public PeLooks(ControlFile control, int first, int count, String node) {
        this(control, null, first, count, node);
    }

    /** Members is null unless JVMs join the job. */
    PeLooks(ControlFile control, Members members, int first, int count, String node) {
        this.control = control;
        this.members = members;
        this.first = first;
        this.node = node;
        this.waited = new long[count];
    }

    /** Polls which PEs wait. */
    public synchronized void look() {
        looks++;
        for (int i = 0; i < waited.length; i++) {
            waited[i] += control.wait(first + i).waits() ? 1 : 0;
        }
    }

    /** {@return one line per PE, for oshstat on another node} */
    public String lines() {
        StringBuilder text = new StringBuilder();
        totals().forEach(pe -> text.append(pe.line()).append('\n'));
        return text.toString();
    }

    synchronized List<PeTotals> totals() {
        List<ProcessView> processes = new ArrayList<>();
        // Joined JVMs are not children of an agent.
        long parent = control.joined() ? 0 : control.launcherPid();
        for (int i = 0; i < waited.length; i++) {
            processes.add(ProcessView.of(pid(first + i), control.thread(first + i), parent));
        }
        long now = System.nanoTime();
        List<PeTotals> all = new ArrayList<>();
        for (int i = 0; i < waited.length; i++) {
            ProcessView process = processes.get(i);
            PublishedCounts counts = control.counts(first + i);
            PublishedWait wait = control.wait(first + i);
            boolean waits = runs(first + i, process) && wait.waits();
            long sharing = processes.stream().filter(other -> other.pid() == process.pid()).count();
            all.add(new PeTotals(first + i, node, process.pid(), state(first + i, process, waits),
                waits ? wait.call() : "", looks, waited[i], process.cpuNanos(), process.memory() / sharing,
                counts.heapUsed(), counts.counting(), counts.operations(), counts.bytes(),
                control.lives().life(first + i), members != null && members.isMissing(first + i), now));
        }
        return all;
    }

    private long pid(int pe) {
        return members == null ? control.pid(pe) : members.pid(pe);
    }

    private boolean runs(int pe, ProcessView process) {
        return members == null ? process.runs() : members.isAlive(pe);
    }

    private String state(int pe, ProcessView process, boolean waits) {
        if (!runs(pe, process)) {
            return members != null ? members.absence(pe) : control.pid(pe) == 0 ? "starting" : "ended";
        }
        return process.stopped() ? "stopped" : waits ? "waiting" : switch (control.state(pe)) {
            case STARTED -> "starting";
            case RUNNING -> "running";
            case FINISHED -> "finalized";
        };
    }
}

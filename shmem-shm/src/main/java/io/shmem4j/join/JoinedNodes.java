// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.NodePart;
import io.shmem4j.spi.Host.JoinRequest;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * Connects a node's PEs with the job's other nodes, through the node's agent and the head. PE 0 starts the head, which
 * starts the agents. Does nothing in a job on one node.
 */
final class JoinedNodes {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final JoinedJob job;
    private final NodePart part;
    private volatile Process head;
    /** Whether the job is failing because a PE or agent did not arrive. */
    private volatile boolean late;

    JoinedNodes(JoinedJob job, NodePart part) {
        this.job = job;
        this.part = part;
    }

    /** Waits until the agents of all nodes have connected their memory. */
    void await(int pe, long deadline, JoinRequest request) {
        if (part.isWhole()) {
            return;
        }
        if (pe == 0) {
            startHead(deadline, request);
        }
        while (!NodePart.hasCards(job.files())) {
            Process started = head;
            if (started != null && !started.isAlive() && !hasAgent()) {
                job.abort(pe, "the head of its nodes, which PE 0 has started, has ended with status "
                    + started.exitValue());
            } else if (System.nanoTime() - deadline > Times.AGENT_NANOS) {
                late = true;
                job.abort(pe, "no agent has come to node " + part.node() + " in time; PE 0 starts them by "
                    + request.nodes().starter());
            }
            job.check(pe, deadline);
            Waiter.park(LOOK_NANOS);
        }
    }

    private void startHead(long deadline, JoinRequest request) {
        StringJoiner counts = new StringJoiner(",");
        request.nodes().counts().forEach(count -> counts.add(Integer.toString(count)));
        try {
            head = part.load().head(List.of(job.name(), job.files().folder().getParent().toString(), Long.toString(
                TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())), request.nodes().starter(),
                request.nodes().hosts(), counts.toString()));
        } catch (IOException e) {
            job.abort(0, "the head of its nodes can't be started: " + e.getMessage());
        }
    }

    private boolean hasAgent() {
        return job.control().launcherPid() != 0;
    }

    /** {@return whether this is the JDK's thread that waits for the head to exit} */
    boolean waitsForHead(Thread thread) {
        return head != null && thread.getName().equals("process reaper (pid " + head.pid() + ")");
    }

    /** {@return whether this node's agent is alive} Its lock byte follows those of the PEs. */
    boolean livesAgent() throws IOException {
        return !part.isWhole() && job.living().isAlive(job.control().nPes());
    }

    /** {@return whether this node's agent was connected and has died} */
    boolean hasLostAgent() throws IOException {
        return !part.isWhole() && hasAgent() && !livesAgent();
    }

    String agent() {
        return "the agent of node " + part.node();
    }

    /** Records that PEs did not join in time, so that leaving does not wait for an agent. */
    void areLate() {
        late = true;
    }

    /**
     * Waits for the agent when the job is failing: it forwards the reason to other nodes, and needs this node's PEs
     * when it connects.
     */
    void tell(int pe) {
        if (part.isWhole() || late || !job.control().aborting()) {
            return;
        }
        long start = System.nanoTime();
        while (!hasAgent() && job.control().membership(pe) == ControlLayout.MEMBER
            && System.nanoTime() - start < Times.AGENT_NANOS && (pe != 0 || head != null && head.isAlive())) {
            Waiter.park(LOOK_NANOS);
        }
        if (pe == 0 && head != null && !hasAgent()) {
            head.destroy();
        }
    }
}

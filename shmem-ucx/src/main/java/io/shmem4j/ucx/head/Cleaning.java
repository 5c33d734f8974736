// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Removes the files of agents that have died. PEs remove the files of their own agent, but an agent that dies after its
 * PEs leaves nobody on its host who would. It begins as soon as an agent has died, because it takes as long as a JVM
 * takes to start.
 */
final class Cleaning {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final AgentCommand command;
    private final Map<Node, Process> running = new HashMap<>();

    /** Removes nothing yet. */
    Cleaning(AgentCommand command) {
        this.command = command;
    }

    /** Begins on the host of a node whose agent has gone, unless it has begun there. */
    void begin(Node node) {
        if (node.facts() == null || node.hasEnded() || running.containsKey(node)) {
            return;
        }
        try {
            running.put(node, command.cleaningOn(node.place().host()).start());
        } catch (IOException e) {
            // The report says how the job has ended, and the next oshrun --clean removes the files.
            return;
        }
    }

    /** Waits until the files of all nodes are gone, or for a while where a host does not answer. */
    void finish(List<Node> nodes) {
        nodes.stream().filter(Node::isGone).forEach(this::begin);
        long end = System.nanoTime() + LIMIT_NANOS;
        try {
            for (Process process : running.values()) {
                process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        } finally {
            running.values().forEach(Process::destroy);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Removes the files of agents that have died. Their PEs do so while they live. An agent that dies after its PEs leaves
 * nobody on its host.
 */
final class Cleaning {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Cleaning() {
    }

    /**
     * Waits until the files are gone, or for a while where a host does not answer.
     *
     * @param nodes   of the job
     * @param command that runs on hosts
     */
    static void run(List<Node> nodes, AgentCommand command) {
        List<Process> running = new ArrayList<>();
        try {
            for (Node node : nodes) {
                if (node.isGone() && node.facts() != null && !node.hasEnded()) {
                    running.add(command.cleaningOn(node.place().host()).start());
                }
            }
            long end = System.nanoTime() + LIMIT_NANOS;
            for (Process process : running) {
                process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (IOException e) {
            // Its user hears how the job has ended; oshrun --clean is there for the rest.
            return;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        } finally {
            running.forEach(Process::destroy);
        }
    }
}

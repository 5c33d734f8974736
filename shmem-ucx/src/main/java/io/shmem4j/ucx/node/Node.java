// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.spi.Times;
import io.shmem4j.ucx.node.Link.Facts;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The head's record of a node: the starter's process, and facts that the agent has sent. A thread reads the agent's
 * messages and passes them to the head.
 */
final class Node {
    /** A message of a node, which is null for the end of its agent. */
    record Event(Node node, Message message) { }

    final int number;
    final JobLayout.Place place;
    Facts facts;
    String heap;
    String card;
    boolean finished;
    boolean gone;
    int status = -1;
    String problem = "";
    String summary;
    volatile long heard = System.nanoTime();
    /** Whether its output is being written, which delays its later messages. */
    volatile boolean writes;
    private final Process process;
    private final Link link;
    private volatile String before = "";
    private List<ProcessHandle> killed = List.of();

    Node(int number, JobLayout.Place place, Process process, Consumer<Event> receiver) {
        this.number = number;
        this.place = place;
        this.process = process;
        this.link = new Link(process.getInputStream(), process.getOutputStream());
        Thread.ofPlatform().daemon().name("from node " + number).start(() -> read(receiver));
    }

    private void read(Consumer<Event> receiver) {
        try {
            before = link.awaitMark();
            for (Message message = link.read(); message != null; message = link.read()) {
                heard = System.nanoTime();
                if (message.kind() != Kind.BEAT) {
                    receiver.accept(new Event(this, message));
                }
            }
        } catch (IOException e) {
            before += e.getMessage() == null ? "" : e.getMessage();
        }
        receiver.accept(new Event(this, null));
    }

    /** Sends a message, unless the agent has died, which the queue will report. */
    void send(Kind kind, byte[] body) {
        try {
            link.send(kind, body);
        } catch (IOException e) {
            // The receiver thread reports the death.
        }
    }

    String name() {
        return facts == null || facts.host().equals(place.host()) || !place.host().equals("localhost")
            ? "node " + number + " (" + place.host() + ")" : "node " + number + " (" + facts.host() + ")";
    }

    /** {@return the starter's output before the agent's first message} */
    String startOutput() {
        return before.strip();
    }

    /** Kills the starter if it has not ended with its agent after a grace period. */
    void kill() {
        try {
            if (!hasEnded() || !process.waitFor(Times.AGENT_END_MILLIS, TimeUnit.MILLISECONDS)) {
                // In this order, because a shell that outlives its children prints a line about them.
                killed = process.descendants().toList();
                process.destroy();
                killed.forEach(ProcessHandle::destroy);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    /** Kills by force what {@link #kill} has not ended in a time: a stopped agent would keep its files. */
    void killForcibly(long nanos) {
        try {
            if (!process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
                killed.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    boolean hasEnded() {
        return status >= 0;
    }

    void noteEnd(int exitStatus, String why) {
        status = exitStatus;
        problem = why;
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The agent has closed the stream already.
        }
    }

    /** Notes the user's message on how the part has ended; the first one counts. */
    void noteSummary(String line) {
        summary = summary == null ? line : summary;
    }
}

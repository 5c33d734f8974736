// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import io.shmem4j.ucx.agent.Facts;
import io.shmem4j.ucx.agent.Kind;
import io.shmem4j.ucx.agent.Link;
import io.shmem4j.ucx.agent.Link.Message;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The head's record of a node: the process that starts its agent, and what the agent has sent so far. A thread puts the
 * agent's messages into the head's queue.
 */
final class Node {
    /** A message of a node, or null for its end. */
    record Event(Node node, Message message) { }

    private static final int END_SECONDS = 2;

    private final int number;
    private final JobLayout.Place place;
    private final Process process;
    private final Link link;
    private volatile long heard = System.nanoTime();
    private volatile String before = "";
    private Facts facts;
    private String heap;
    private String card;
    private boolean over;
    private boolean gone;
    private int status = -1;
    private String problem = "";
    private String summary;

    Node(int number, JobLayout.Place place, ProcessBuilder command, BlockingQueue<Event> events) throws IOException {
        this.number = number;
        this.place = place;
        this.process = command.start();
        this.link = new Link(process.getInputStream(), process.getOutputStream());
        Thread reader = new Thread(() -> read(events), "from node " + number);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BlockingQueue<Event> events) {
        try {
            before = link.awaitMark();
            for (Message message = link.read(); message != null; message = link.read()) {
                heard = System.nanoTime();
                if (message.kind() != Kind.BEAT) {
                    events.add(new Event(this, message));
                }
            }
        } catch (IOException e) {
            before += e.getMessage() == null ? "" : e.getMessage();
        }
        events.add(new Event(this, null));
    }

    /** Sends a message; if the agent has died, its end is on its way to the queue. */
    void send(Kind kind, byte[] body) {
        try {
            link.send(kind, body);
        } catch (IOException e) {
            return;
        }
    }

    int number() {
        return number;
    }

    JobLayout.Place place() {
        return place;
    }

    /** {@return the node for messages} */
    String name() {
        return facts == null || facts.host().equals(place.host()) || !place.host().equals("localhost")
            ? "node " + number + " (" + place.host() + ")" : "node " + number + " (" + facts.host() + ")";
    }

    /** {@return the starter's output before the agent's first message} */
    String said() {
        return before.strip();
    }

    /** Restarts the clock of the silence, because agents send nothing until they have the plan. */
    void waited() {
        heard = System.nanoTime();
    }

    long heard() {
        return heard;
    }

    /** Ends the starter, after some time in which one whose agent has ended ends by itself. */
    void kill() {
        try {
            if (!hasEnded() || !process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                // A shell that outlives its children prints a line about them.
                List<ProcessHandle> children = process.descendants().toList();
                process.destroy();
                children.forEach(ProcessHandle::destroy);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    Facts facts() {
        return facts;
    }

    void facts(Facts sent) {
        facts = sent;
    }

    String heap() {
        return heap;
    }

    void heap(String sent) {
        heap = sent;
    }

    String card() {
        return card;
    }

    void card(String sent) {
        card = sent;
    }

    boolean isOver() {
        return over;
    }

    void over() {
        over = true;
    }

    boolean isGone() {
        return gone;
    }

    void gone() {
        gone = true;
    }

    boolean hasEnded() {
        return status >= 0;
    }

    int status() {
        return status;
    }

    String problem() {
        return problem;
    }

    void ended(int exitStatus, String why) {
        status = exitStatus;
        problem = why;
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The agent has closed the stream first.
            return;
        }
    }

    String summary() {
        return summary;
    }

    void summary(String line) {
        summary = summary == null ? line : summary;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.engine.TeamSlots;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.NodePart;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Meeting;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The agent's side of {@link Meetings}: reports the arrivals of this node's PEs to the head, and applies the head's
 * decisions to the control file.
 */
final class NodeLives extends Thread {
    private static final long LOOK_MILLIS = 1;

    private final ControlFile control;
    private final NodePart part;
    private final NodeMemory memory;
    private final Inbox inbox;
    private final LinkedBlockingQueue<Message> orders = new LinkedBlockingQueue<>();
    private final String[] reported;

    NodeLives(ControlFile control, NodePart part, NodeMemory memory, Inbox inbox) {
        super("shmem4j lives");
        this.control = control;
        this.part = part;
        this.memory = memory;
        this.inbox = inbox;
        this.reported = new String[part.count()];
        setDaemon(true);
    }

    void take(Message message) {
        orders.add(message);
    }

    @Override
    public void run() {
        try {
            while (inbox.reason() == null) {
                Message message = orders.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (message != null) {
                    handle(message);
                }
                report();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("an agent's thread was interrupted", e);
        }
    }

    /**
     * Reports what has changed. A PE takes an arrival back before it comes to the next meeting, and after a death it
     * arrives at meetings in the order of the kinds; read in this order, no two arrivals contradict each other.
     */
    private void report() {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 0; i < part.count(); i++) {
            int pe = part.first() + i;
            StringBuilder line = new StringBuilder().append(pe).append(' ').append(control.lives().life(pe));
            for (Meeting.Purpose kind : Meeting.Purpose.values()) {
                line.append(' ').append(control.lives().arrival(kind, pe));
            }
            if (!line.toString().equals(reported[i])) {
                reported[i] = line.toString();
                lines.add(line);
            }
        }
        if (lines.length() > 0) {
            inbox.send(Kind.CAME, lines.toString());
        }
    }

    private void handle(Message message) {
        List<String> lines = message.lines();
        switch (message.kind()) {
            case DIED -> inbox.addAnswer(message);
            case PREPARE -> {
                prepare(lines);
                inbox.send(Kind.READY, "");
            }
            default -> apply(lines);
        }
    }

    private void apply(List<String> lines) {
        if (lines.getFirst().equals(Kind.DIED.name())) {
            lines.stream().skip(1).map(NodeLives::numbers).forEach(death -> {
                control.pid((int) death[0], death[2]);
                control.recordDeath((int) death[0], (int) death[1]);
            });
            return;
        }
        long[] words = numbers(lines.get(3));
        boolean[] present = new boolean[words.length];
        for (int pe = 0; pe < words.length; pe++) {
            present[pe] = words[pe] != 0;
        }
        control.publish(Meeting.Purpose.valueOf(lines.getFirst()), Integer.parseInt(lines.get(1)),
            Arrays.stream(numbers(lines.get(2))).mapToInt(life -> (int) life).toArray(), present);
    }

    private static long[] numbers(String line) {
        return Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private void prepare(List<String> lines) {
        switch (lines.getFirst()) {
            case "RECOVERY" -> {
                clear(TeamSlots.WORLD);
                clear(TeamSlots.SHARED);
            }
            case "SURVIVAL" -> clear(TeamSlots.LIVING);
            default -> lines.forEach(line -> {
                int pe = (int) numbers(line)[0];
                memory.awaitEnd(pe, control.lives().life(pe));
            });
        }
    }

    /** Clears the cells of a team's levels, also this node's copies of other nodes' cells. */
    private void clear(int slot) {
        int nPes = control.nPes();
        for (int level = 0; level < TeamSlots.LEVELS; level++) {
            int of = slot + level * SystemLayout.SLOTS_OF_NODES;
            long at = SystemLayout.slot(of, nPes);
            for (int pe = 0; pe < nPes; pe++) {
                JobMemory.slice(pe, at, SystemLayout.scratch(of, nPes) - at).fill((byte) 0);
            }
        }
    }
}

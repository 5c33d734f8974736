// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.spi.Meeting;
import io.shmem4j.ucx.node.Link.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The head's part in a job on several nodes that outlives its PEs. The head leads every meeting: it keeps a register of
 * all PEs' lives and arrivals, decides deaths and meetings one at a time, and all agents apply its decisions to their
 * control files in this order.
 *
 * <p>A death is applied when each agent has received everything that the dead PEs had sent it. A recovery or a meeting
 * of survivors is applied when each agent has cleared the cells of its teams.
 */
final class Meetings {
    private final List<Node> nodes;
    private final int most;
    private final int nPes;
    private final Meeting.Register register;
    private final Queue<Death> deaths = new ArrayDeque<>();
    /** The decision that agents prepare for, and what the head does when they apply it; or null. */
    private String next;
    private Runnable then;
    private final Set<Node> ready = new HashSet<>();
    private int restarted;

    /** The PEs of a JVM that has died, each on a line with its status and process. */
    private record Death(Node node, boolean restartable, List<String> lines) {
    }

    /** Starts at most {@code most} JVMs again. */
    Meetings(List<Node> nodes, int nPes, int most) {
        this.nodes = nodes;
        this.most = most;
        this.nPes = nPes;
        this.register = new Meeting.Register(Meeting.Register.inHeap(nPes), nPes);
    }

    boolean isFallen(int pe) {
        return register.isFallen(pe);
    }

    /** Handles an agent's message, then decides as much as can be decided. */
    void take(Node node, Message message) {
        List<String> lines = message.lines();
        switch (message.kind()) {
            case CAME -> lines.forEach(this::arrive);
            case DIED -> deaths.add(new Death(node, Boolean.parseBoolean(lines.getFirst()),
                lines.subList(1, lines.size())));
            default -> ready.add(node);
        }
        while (next == null || ready.containsAll(nodes)) {
            if (next != null) {
                send(Link.Kind.APPLY, next);
                then.run();
                next = null;
            } else if (!decide()) {
                break;
            }
        }
    }

    /** Ignores arrivals of a life whose death the head knows. */
    private void arrive(String line) {
        int[] words = Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray();
        for (Meeting.Purpose kind : Meeting.Purpose.values()) {
            if (words[1] == register.life(words[0])) {
                register.arrive(kind, words[0], words[2 + kind.ordinal()]);
            }
        }
    }

    /** {@return whether there was something to decide} */
    private boolean decide() {
        if (!deaths.isEmpty()) {
            decide(deaths.remove());
            return true;
        }
        for (Meeting.Purpose kind : Meeting.Purpose.values()) {
            Meeting meeting = new Meeting(register, kind);
            if (meeting.missing(0, nPes) < 0 && IntStream.range(0, nPes).anyMatch(pe -> meeting.present()[pe])) {
                decide(meeting);
                return true;
            }
        }
        return false;
    }

    private void decide(Death death) {
        for (String line : death.lines) {
            String[] words = line.split(" ");
            register.recordDeath(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]));
        }
        boolean restarts = death.restartable && restarted < most && register.held(Meeting.Purpose.END) == 0;
        restarted += restarts ? 1 : 0;
        String answer = restarts + " " + restarted;
        String lines = String.join("\n", death.lines);
        prepare(lines, Link.Kind.DIED + "\n" + lines, () -> death.node.send(Link.Kind.DIED, bytes(answer)));
    }

    private void decide(Meeting meeting) {
        Meeting.Purpose kind = meeting.kind();
        String text = kind + "\n" + meeting.number() + "\n" + words(pe -> meeting.lives()[pe]) + "\n"
            + words(pe -> meeting.present()[pe] ? 1 : 0);
        if (kind == Meeting.Purpose.SURVIVAL || kind == Meeting.Purpose.RECOVERY && meeting.number() > 1) {
            prepare(kind.name(), text, meeting::publish);
        } else {
            send(Link.Kind.APPLY, text);
            meeting.publish();
        }
    }

    private String words(IntUnaryOperator ofPe) {
        return IntStream.range(0, nPes).map(ofPe).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    private void prepare(String decision, String text, Runnable done) {
        ready.clear();
        next = text;
        then = done;
        send(Link.Kind.PREPARE, decision);
    }

    private void send(Link.Kind kind, String text) {
        nodes.forEach(node -> node.send(kind, bytes(text)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

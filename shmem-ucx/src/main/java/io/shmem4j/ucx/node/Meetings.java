// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.shm.ControlLives.Kind;
import io.shmem4j.ucx.node.Link.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The head's part in a job on several nodes that outlives its PEs: it decides in one order which PEs have died, and
 * which have met. All agents write that to their control files in this order.
 *
 * <p>The head announces a death when each agent has done everything the dead PEs have sent it; nothing comes later. A
 * meeting is over when each agent has cleared the cells of its teams.
 */
final class Meetings {
    private final List<Node> nodes;
    private final int most;
    private final int[] lives;
    /** The life in which each PE has met the others last. */
    private final int[] met;
    /** Meetings of each kind that are over, and those to which each PE has come. */
    private final int[] held = new int[Kind.values().length];
    private final int[][] came;
    private final Queue<Death> deaths = new ArrayDeque<>();
    /** Text for all nodes once they are ready for it, and the action behind it; or null. */
    private String next;
    private Runnable then;
    private final Set<Node> ready = new HashSet<>();
    private int made;

    /** The PEs of a JVM that has died, each on a line with its status and process. */
    private record Death(Node node, boolean suits, List<String> lines) {
        IntStream pes() {
            return lines.stream().mapToInt(line -> Integer.parseInt(line.split(" ")[0]));
        }
    }

    /** Meetings of a number of PEs; at most so many JVMs start again. */
    Meetings(List<Node> nodes, int nPes, int most) {
        this.nodes = nodes;
        this.most = most;
        this.lives = new int[nPes];
        this.met = new int[nPes];
        this.came = new int[Kind.values().length][nPes];
    }

    /** {@return whether a PE has died and has not met the others again} */
    boolean fallen(int pe) {
        return lives[pe] != met[pe];
    }

    void take(Node node, Message message) {
        List<String> lines = message.lines();
        switch (message.kind()) {
            case CAME -> lines.forEach(this::come);
            case DIED -> deaths.add(new Death(node, Boolean.parseBoolean(lines.getFirst()),
                lines.subList(1, lines.size())));
            default -> ready.add(node);
        }
        while (next == null || ready.containsAll(nodes)) {
            if (next != null) {
                send(Link.Kind.APPLY, next);
                then.run();
                next = null;
            } else if (!begin()) {
                break;
            }
        }
    }

    /** An arrival of a life that is over says nothing. */
    private void come(String line) {
        int[] words = Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray();
        for (int kind = 0; kind < came.length && words[1] == lives[words[0]]; kind++) {
            came[kind][words[0]] = words[2 + kind];
        }
    }

    /** {@return whether there is something to decide} */
    private boolean begin() {
        if (!deaths.isEmpty()) {
            begin(deaths.remove());
            return true;
        }
        for (Kind kind : Kind.values()) {
            int number = held[kind.ordinal()] + 1;
            boolean[] here = new boolean[lives.length];
            for (int pe = 0; pe < lives.length; pe++) {
                here[pe] = kind != Kind.LIVING || !fallen(pe);
            }
            if (IntStream.range(0, lives.length).allMatch(pe -> !here[pe] || came[kind.ordinal()][pe] == number)
                && IntStream.range(0, lives.length).anyMatch(pe -> here[pe])) {
                begin(kind, number, here);
                return true;
            }
        }
        return false;
    }

    private void begin(Death death) {
        death.pes().forEach(pe -> {
            lives[pe]++;
            for (int[] each : came) {
                each[pe] = 0;
            }
        });
        boolean again = death.suits && made < most && held[Kind.END.ordinal()] == 0;
        made += again ? 1 : 0;
        String answer = again + " " + made;
        String lines = String.join("\n", death.lines);
        prepare(lines, "DIED\n" + lines, () -> death.node.send(Link.Kind.DIED, bytes(answer)));
    }

    private void begin(Kind kind, int number, boolean[] here) {
        int[] now = lives.clone();
        String text = kind + "\n" + number + "\n" + Arrays.stream(now).mapToObj(Integer::toString)
            .collect(Collectors.joining(" ")) + "\n" + IntStream.range(0, here.length)
            .mapToObj(pe -> here[pe] ? "1" : "0").collect(Collectors.joining(" "));
        held[kind.ordinal()] = number;
        Runnable done = () -> System.arraycopy(now, 0, met, 0, kind == Kind.ALL ? met.length : 0);
        if (kind == Kind.LIVING || kind == Kind.ALL && number > 1) {
            prepare(kind.name(), text, done);
        } else {
            send(Link.Kind.APPLY, text);
            done.run();
        }
    }

    private void prepare(String what, String text, Runnable done) {
        ready.clear();
        next = text;
        then = done;
        send(Link.Kind.PREPARE, what);
    }

    private void send(Link.Kind kind, String text) {
        nodes.forEach(node -> node.send(kind, bytes(text)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import io.shmem4j.ucx.agent.Kind;
import io.shmem4j.ucx.agent.Link.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Asks the agents of all nodes one question. Those who ask while it is open share its answers. */
final class Inquiry {
    /** Takes the answers; nodes that have not answered in time are missing. */
    interface Asker {
        void take(Map<Node, Message> answers) throws IOException;
    }

    private final Kind kind;
    private final List<Node> nodes;
    private final Predicate<Node> answering;
    private final long limit;
    private final Map<Node, Message> answers = new HashMap<>();
    private final List<Asker> askers = new ArrayList<>();
    private long began;

    /**
     * An inquiry that is not open.
     *
     * @param kind      the message that asks, and that answers
     * @param nodes     of the job, as soon as they are started
     * @param answering whether a node's agent answers; one that has not sent its card yet knows of no PEs
     * @param limit     nanoseconds for the answers
     */
    Inquiry(Kind kind, List<Node> nodes, Predicate<Node> answering, long limit) {
        this.kind = kind;
        this.nodes = nodes;
        this.answering = answering.and(node -> !node.isGone() && !node.hasEnded());
        this.limit = limit;
    }

    void ask(Asker asker) {
        askers.add(asker);
        if (askers.size() == 1) {
            began = System.nanoTime();
            answers.clear();
            nodes.stream().filter(answering).forEach(node -> node.send(kind, new byte[0]));
        }
    }

    void answer(Node node, Message message) {
        answers.put(node, message);
    }

    /** Hands the answers on when all are there, or the time is over. */
    void look() throws IOException {
        boolean whole = nodes.stream().filter(answering).allMatch(answers::containsKey);
        if (!askers.isEmpty() && (whole || System.nanoTime() - began > limit)) {
            List<Asker> asked = List.copyOf(askers);
            askers.clear();
            for (Asker asker : asked) {
                asker.take(answers);
            }
        }
    }
}

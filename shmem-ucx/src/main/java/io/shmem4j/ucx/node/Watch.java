// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static io.shmem4j.launch.option.LauncherOption.HANG_DETECT;
import static io.shmem4j.launch.option.LauncherOption.TIMEOUT;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.option.Options;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.LibraryFrames;
import io.shmem4j.spi.Times;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Asks all nodes about their PEs for reports and tools, and detects deadlocks and the time limit. */
final class Watch {
    /** Stands for the waits, which only the agents know. */
    private static final long[] NO_WAITS = {};

    private final Head head;
    private final List<Node> nodes;
    private final Options options;
    private final Inquiry places;
    private final Inquiry samples;
    /**
     * Nodes whose agents report that no PE has moved for so long that no data can be in transit. When all nodes are
     * stuck, the head asks for the waits.
     */
    private final Set<Node> stuck = new HashSet<>();
    private final Judge judge = new Judge(0, Times.TRANSIT_NANOS);
    private boolean judging;
    private final Double limit;
    private final long start = System.nanoTime();
    private volatile boolean asked;
    private long reported;
    private boolean late;

    Watch(Head head, List<Node> nodes, Options options) {
        this.head = head;
        this.nodes = nodes;
        this.options = options;
        this.places = new Inquiry(Kind.WHERE, node -> !node.finished && node.card != null, Times.NODE_PLACES_NANOS);
        this.samples = new Inquiry(Kind.SAMPLES, node -> node.card != null, Times.NODE_SAMPLES_NANOS);
        this.limit = options.number(TIMEOUT);
        this.reported = options.has(HANG_DETECT)
            ? System.nanoTime() - (long) (options.number(HANG_DETECT) * 1e9) : 0;
    }

    /** Requests a report on behalf of the user; called by any thread. */
    void ask() {
        asked = true;
    }

    void take(Node node, Message message) {
        switch (message.kind()) {
            case WHERE -> places.answer(node, message);
            case SAMPLES -> samples.answer(node, message);
            case STUCK -> note(node, Boolean.parseBoolean(message.text()));
            case WAITED -> reportLongWait();
            case ASK -> answer(node, QuestionFile.valueOf(message.text()));
            default -> throw new IllegalArgumentException("no message about PEs: " + message.kind());
        }
    }

    private void note(Node node, boolean isStuck) {
        if (isStuck) {
            stuck.add(node);
        } else {
            stuck.remove(node);
            judge.isDue(null, System.nanoTime());
        }
    }

    private boolean allStuck() {
        return !stuck.isEmpty() && nodes.stream().allMatch(node -> node.finished || stuck.contains(node));
    }

    /** Reports a long wait, unless the last report is younger than the wait. */
    private void reportLongWait() {
        long now = System.nanoTime();
        if (now - reported >= (long) (options.number(HANG_DETECT) * 1e9)) {
            reported = now;
            report("a PE has waited for " + Options.seconds(options.number(HANG_DETECT)));
        }
    }

    private void answer(Node node, QuestionFile question) {
        if (question == QuestionFile.SAMPLES) {
            samples.ask(answers -> send(node, question, nodes.stream().filter(answers::containsKey)
                .flatMap(one -> answers.get(one).lines().stream()).toList()));
        } else {
            places.ask(answers -> send(node, question, JobWaits.of(nodes, answers).lines()));
        }
    }

    private static void send(Node node, QuestionFile question, List<String> lines) {
        node.send(Kind.ANSWER, (question.name() + "\n" + String.join("\n", lines)).getBytes(StandardCharsets.UTF_8));
    }

    private void report(String first) {
        places.ask(answers -> head.report(first, JobWaits.of(nodes, answers).lines()));
    }

    /** Performs due work; {@code running} is false before the start and after the decision to end the job. */
    void look(boolean running) throws IOException {
        if (asked) {
            asked = false;
            places.ask(answers -> head.answer("where the PEs are:", JobWaits.of(nodes, answers).lines()));
        }
        if (running && limit != null && !late && System.nanoTime() - start >= (long) (limit * 1e9)) {
            late = true;
            report("where the PEs are:");
            places.ask(_ -> head.end(ExitStatus.TIMEOUT, "time limit of " + Options.seconds(limit) + " reached"));
        }
        if (running && judge.isDue(allStuck() ? NO_WAITS : null, System.nanoTime()) && !judging) {
            judging = true;
            places.ask(this::judge);
        }
        places.look();
        samples.look();
    }

    private void judge(Map<Node, Message> answers) throws IOException {
        JobWaits found = JobWaits.of(nodes, answers);
        judging = false;
        switch (judge.judge(found.standing(), found.doubt(), System.nanoTime())) {
            case DEADLOCK -> head.deadlock(found.lines());
            case DOUBTFUL -> head.report(judge.doubtful(), found.lines());
            case LONG_DOUBTFUL -> head.report(judge.doubtful(), List.of());
            case OPEN -> { }
        }
    }

    /** A question to the agents of all nodes. While it is open, further askers share its answers. */
    private final class Inquiry {
        /** Receives the answers, without nodes that have not answered in time. */
        interface Asker {
            void take(Map<Node, Message> answers) throws IOException;
        }

        private final Kind kind;
        private final Predicate<Node> answering;
        private final long limit;
        private final Map<Node, Message> answers = new HashMap<>();
        private final List<Asker> askers = new ArrayList<>();
        private long began;

        /**
         * Creates an inquiry that is not open.
         *
         * @param kind      the kind of the question and the answers
         * @param answering whether to ask a node; an agent that has not sent its card does not know its PEs
         * @param limit     nanoseconds for the answers
         */
        Inquiry(Kind kind, Predicate<Node> answering, long limit) {
            this.kind = kind;
            this.answering = answering.and(node -> !node.gone && !node.hasEnded());
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

        /** Passes the answers on when all have arrived, or the time is over. */
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

    /** The waits of all PEs, from the nodes' answers; PEs of finished nodes have ended. */
    private record JobWaits(List<Node> nodes, List<PartWaits> parts) {
        static JobWaits of(List<Node> nodes, Map<Node, Message> answers) throws IOException {
            List<PartWaits> parts = new ArrayList<>();
            for (Node node : nodes) {
                if (node.finished) {
                    parts.add(PartWaits.ended(node.place.first(), node.place.count()));
                } else if (answers.containsKey(node)) {
                    parts.add(PartWaits.of(answers.get(node).body()));
                }
            }
            return new JobWaits(nodes, parts);
        }

        /** {@return lines with the PEs of each node, then the report} */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            for (Node node : nodes) {
                JobLayout.Place place = node.place;
                lines.add((place.count() == 1 ? "PE " + place.first() + " runs"
                    : "PEs " + place.first() + " to " + (place.first() + place.count() - 1) + " run") + " on "
                    + node.name() + (node.facts == null ? ", whose agent has not started" : ""));
            }
            if (nodes.stream().anyMatch(node -> node.facts == null)) {
                return lines;
            }
            JobLayout.Place last = nodes.getLast().place;
            LibraryFrames.search(Installation.loader());
            lines.addAll(PartWaits.report(parts, last.first() + last.count()));
            return lines;
        }

        Doubt doubt() {
            return PartWaits.doubt(parts);
        }

        /**
         * {@return numbers that change when a PE begins or ends a wait, or null unless all nodes are stuck}
         */
        long[] standing() {
            boolean stuck = parts.size() == nodes.size() && parts.stream().allMatch(PartWaits::stuck);
            return !stuck ? null
                : parts.stream().flatMapToLong(part -> Arrays.stream(part.state().signature())).toArray();
        }
    }
}

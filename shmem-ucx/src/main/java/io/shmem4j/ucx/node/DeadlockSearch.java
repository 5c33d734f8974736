// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.ucx.node.Link.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Finds out whether all PEs wait for each other. An agent says when no PE of its node moves. When all have said so, the
 * head asks them twice for their PEs' waits. The job is deadlocked if no wait has changed in between, and no node knows
 * a thread or process that could still store an awaited value.
 */
final class DeadlockSearch {
    /** Longer than a message travels between two nodes that answer. */
    private static final long NOTICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(3);

    enum Verdict {
        /** Some PE may go on. */
        NONE,
        /** No PE can go on, unless {@link #doubt} is right, which the user reads once. */
        DOUBTFUL,
        /** No PE can go on. */
        DEADLOCK
    }

    private final List<Node> nodes;
    private final Set<Node> stuck = new HashSet<>();
    private List<List<Long>> seen = List.of();
    private Doubt doubt;
    private boolean reported;
    private boolean asking;
    private long next = System.nanoTime();

    DeadlockSearch(List<Node> nodes) {
        this.nodes = nodes;
    }

    /** A node says whether nothing moves there. */
    void note(Node node, boolean whether) {
        if (whether) {
            stuck.add(node);
        } else {
            stuck.remove(node);
            seen = List.of();
            reported = false;
        }
    }

    /** {@return whether all nodes are to be asked where their PEs are, the answer being for {@link #judge}} */
    boolean isDue() {
        boolean due = !asking && !stuck.isEmpty() && nodes.stream().allMatch(node -> node.over
            || stuck.contains(node)) && System.nanoTime() - next >= 0;
        asking |= due;
        return due;
    }

    Verdict judge(JobWaits places) {
        asking = false;
        next = System.nanoTime() + AGAIN_NANOS;
        doubt = places.doubt();
        if (!places.stuck() || doubt != null) {
            seen = List.of();
            boolean tell = places.stuck() && doubt.rare() && !reported;
            reported |= tell;
            return tell ? Verdict.DOUBTFUL : Verdict.NONE;
        }
        if (!places.signature().equals(seen)) {
            seen = places.signature();
            next = System.nanoTime() + NOTICE_NANOS;
            return Verdict.NONE;
        }
        return Verdict.DEADLOCK;
    }

    String doubt() {
        return doubt.why();
    }

    /** The waits of the PEs of all nodes, collected from the answers of nodes, and from those whose part is over. */
    record JobWaits(List<Node> nodes, List<PartWaits> parts) {
        static JobWaits of(List<Node> nodes, Map<Node, Message> answers) throws IOException {
            List<PartWaits> parts = new ArrayList<>();
            for (Node node : nodes) {
                if (node.over) {
                    parts.add(PartWaits.ended(node.place.first(), node.place.count()));
                } else if (answers.containsKey(node)) {
                    parts.add(PartWaits.of(answers.get(node).body()));
                }
            }
            return new JobWaits(nodes, parts);
        }

        /** {@return the report, after lines that say which node runs which PEs} */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            for (Node node : nodes) {
                JobLayout.Place place = node.place;
                lines.add((place.count() == 1 ? "PE " + place.first() + " runs"
                    : "PEs " + place.first() + " to " + (place.first() + place.count() - 1) + " run") + " on "
                    + node.name());
            }
            JobLayout.Place last = nodes.getLast().place;
            lines.addAll(PartWaits.report(parts, last.first() + last.count()));
            return lines;
        }

        /** {@return whether all PEs that are left wait, and have for a while} */
        boolean stuck() {
            return parts.size() == nodes.size() && parts.stream().allMatch(PartWaits::stuck);
        }

        /** {@return a reason to doubt that no PE can go on, one that is not rare if there is one; or null} */
        Doubt doubt() {
            return parts.stream().map(PartWaits::doubt).filter(Objects::nonNull)
                .min((a, b) -> Boolean.compare(a.rare(), b.rare())).orElse(null);
        }

        /** {@return numbers that change whenever a PE begins to wait or ends a wait} */
        List<List<Long>> signature() {
            return parts.stream().map(part -> Arrays.stream(part.state().signature()).boxed().toList()).toList();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.ucx.node.Link.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The waits of the PEs of all nodes, collected from the answers of nodes, and from those whose part is over. */
record JobWaits(List<Node> nodes, List<PartWaits> parts) {
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

    /** {@return the report, after lines with the PEs of each node} */
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

    Doubt doubt() {
        return PartWaits.doubt(parts);
    }

    /** {@return numbers that change whenever a PE begins or ends a wait; null unless all have waited for a while} */
    long[] standing() {
        boolean stuck = parts.size() == nodes.size() && parts.stream().allMatch(PartWaits::stuck);
        return !stuck ? null
            : parts.stream().flatMapToLong(part -> Arrays.stream(part.state().signature())).toArray();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import io.shmem4j.hang.PartWaits;
import io.shmem4j.ucx.message.Kind;
import io.shmem4j.ucx.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The time that a job has. After it all nodes are asked where their PEs are, and what they say is one report. */
final class TimeLimit {
    /** For the stacks of PEs that do not answer, and the way. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(8);

    private final Double seconds;
    private final long end;
    private final List<PartWaits> parts = new ArrayList<>();
    private boolean asked;

    TimeLimit(Double seconds) {
        this.seconds = seconds;
        this.end = seconds == null ? 0 : System.nanoTime() + (long) (seconds * 1e9);
    }

    /** {@return whether the report is due: the time is over, and all have answered or had time to} */
    boolean isOver(List<Node> nodes) {
        long late = seconds == null ? -1 : System.nanoTime() - end;
        if (late < 0) {
            return false;
        }
        if (!asked) {
            asked = true;
            nodes.forEach(node -> node.send(Kind.WHERE, new byte[0]));
        }
        return parts.size() == nodes.size() || late > ANSWER_NANOS;
    }

    /** A node has answered. */
    void answer(Message message) throws IOException {
        parts.add(PartWaits.of(message.body()));
    }

    /** {@return the report} */
    String report(List<Node> nodes) {
        StringBuilder text = new StringBuilder("where the PEs are:");
        for (Node node : nodes) {
            JobLayout.Place place = node.place();
            text.append('\n').append(place.count() == 1 ? "PE " + place.first() + " runs"
                : "PEs " + place.first() + " to " + (place.first() + place.count() - 1) + " run").append(" on ")
                .append(node.name());
        }
        JobLayout.Place last = nodes.getLast().place();
        PartWaits.report(parts, last.first() + last.count()).forEach(line -> text.append('\n').append(line));
        return text.toString();
    }

    /** {@return why the job ends} */
    String reason() {
        String number = seconds == Math.rint(seconds) ? Long.toString(seconds.longValue()) : seconds.toString();
        return "time limit of " + number + " s reached";
    }
}

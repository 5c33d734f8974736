// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;

/**
 * Shrinks a failing schedule by delta debugging: first late stores and deaths, then stretches of one actor, then single
 * choices.
 */
final class Shrinking {
    private final int pes;
    /** Runs a schedule; returns its used part, or null unless it fails in the same way. Throws to stop shrinking. */
    private final UnaryOperator<List<Integer>> attempt;
    private List<Integer> smallest;

    Shrinking(int pes, List<Integer> failing, UnaryOperator<List<Integer>> attempt) {
        this.pes = pes;
        this.smallest = failing;
        this.attempt = attempt;
    }

    List<Integer> shrink() {
        try {
            tryAll();
        } catch (CancellationException _) {
            // What has been found by now is the smallest.
        }
        return smallest;
    }

    private void tryAll() {
        tries(smallest);
        Set<Integer> late = new LinkedHashSet<>(smallest);
        late.removeIf(actor -> actor < pes);
        tries(smallest.stream().filter(actor -> actor < pes).toList());
        tries(smallest.stream().filter(choice -> !Step.dies(choice)).toList());
        late.forEach(each -> tries(smallest.stream().filter(actor -> !actor.equals(each)).toList()));
        int length;
        do {
            length = smallest.size();
            for (int chunk = parts(smallest).size(); chunk > 0; chunk /= 2) {
                removeParts(chunk);
            }
            for (int at = smallest.size() - 1; at >= 0; at--) {
                List<Integer> shorter = new ArrayList<>(smallest);
                if (at < shorter.size()) {
                    shorter.remove(at);
                    tries(shorter);
                }
            }
        } while (smallest.size() < length);
    }

    private void removeParts(int chunk) {
        for (int from = 0; from < parts(smallest).size();) {
            List<List<Integer>> left = parts(smallest);
            left.subList(from, Math.min(from + chunk, left.size())).clear();
            if (!tries(left.stream().flatMap(List::stream).toList())) {
                from += chunk;
            }
        }
    }

    private boolean tries(List<Integer> schedule) {
        List<Integer> used = schedule.size() < smallest.size() || schedule == smallest ? attempt.apply(schedule) : null;
        if (used != null) {
            smallest = used;
        }
        return used != null;
    }

    /** {@return the list split into stretches of equal numbers} */
    private static List<List<Integer>> parts(List<Integer> actors) {
        List<List<Integer>> parts = new ArrayList<>();
        for (Integer actor : actors) {
            if (parts.isEmpty() || !parts.getLast().getFirst().equals(actor)) {
                parts.add(new ArrayList<>());
            }
            parts.getLast().add(actor);
        }
        return parts;
    }
}

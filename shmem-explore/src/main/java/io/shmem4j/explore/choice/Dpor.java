// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Dynamic partial order reduction with source sets and sleep sets (Abdulla and others, 2014). Schedules that differ
 * only in the order of independent steps are equivalent, and one of each class is run. The search ends when every class
 * is covered.
 *
 * <p>A node is a choice. Two steps of a run race if they conflict and nothing between them orders them. Each race is
 * reversed: from the node of the first step, a schedule is tried that leads to the second step without the first. Steps
 * that were tried at a node sleep in the subtree until a conflicting step is made.
 */
public final class Dpor extends Chooser {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private int depth;
    private int known;
    private int position;
    private int pending = -1;
    private boolean begun;

    /** A choice with its enabled steps, sleep set, backtrack set and tried steps. */
    private static final class Node {
        private final List<Step> enabled;
        private final List<Step> asleep;
        private final BitSet toTry = new BitSet();
        private final BitSet tried = new BitSet();
        private int chosen;
        private int event;

        Node(List<Step> enabled, List<Step> asleep) {
            this.enabled = List.copyOf(enabled);
            this.asleep = asleep;
        }

        boolean sleeps(int index) {
            int choice = enabled.get(index).choice();
            for (Step step : asleep) {
                if (step.choice() == choice) {
                    return true;
                }
            }
            return false;
        }

        int indexOf(int actor) {
            for (int i = 0; i < enabled.size(); i++) {
                if (enabled.get(i).actor() == actor) {
                    return i;
                }
            }
            return -1;
        }

        /** Adds all variants of an actor's step to the backtrack set: the PE may also die or wake. */
        void add(int index) {
            for (int i = 0; i < enabled.size(); i++) {
                if (enabled.get(i).actor() == enabled.get(index).actor()) {
                    toTry.set(i);
                }
            }
        }

        /** {@return the sleep set after the chosen step} */
        List<Step> asleepBehind() {
            Step made = enabled.get(chosen);
            List<Step> left = new ArrayList<>();
            for (Step step : asleep) {
                if (step.actor() != made.actor() && !step.conflicts(made)) {
                    left.add(step);
                }
            }
            for (int i = tried.nextSetBit(0); i >= 0; i = tried.nextSetBit(i + 1)) {
                if (enabled.get(i).actor() != made.actor() && !enabled.get(i).conflicts(made)) {
                    left.add(enabled.get(i));
                }
            }
            return left;
        }
    }

    /**
     * A step of the current run.
     *
     * @param previous index of the actor's previous step, or -1
     * @param made     the number of steps that the actor had made
     * @param node     index of the choice, or -1 if the step was forced
     * @param before   the steps that happen before it in every equivalent schedule
     */
    private record Event(Step step, int previous, int made, int node, BitSet before) {
    }

    @Override
    public boolean begin() {
        if (!begun) {
            begun = true;
            return true;
        }
        while (!nodes.isEmpty()) {
            Node node = nodes.getLast();
            node.tried.set(node.chosen);
            for (int i = node.toTry.nextSetBit(0); i >= 0; i = node.toTry.nextSetBit(i + 1)) {
                if (!node.tried.get(i) && !node.sleeps(i)) {
                    node.chosen = i;
                    known = node.event;
                    events.subList(known, events.size()).clear();
                    depth = 0;
                    return true;
                }
            }
            nodes.removeLast();
        }
        return false;
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        if (depth < nodes.size()) {
            Node node = nodes.get(depth);
            requireSame(node.enabled, enabled);
            pending = depth++;
            return node.chosen;
        }
        Node node = new Node(enabled, nodes.isEmpty() ? List.of() : nodes.getLast().asleepBehind());
        node.chosen = first(node, last);
        if (node.chosen < 0) {
            return ENOUGH;
        }
        node.add(node.chosen);
        nodes.add(node);
        pending = depth++;
        return node.chosen;
    }

    /**
     * {@return the default choice} The last actor continues if it can, because runs with few switches are easier to
     * read. Deaths and spurious events come last in the list and are only tried as alternatives.
     */
    private static int first(Node node, int last) {
        int same = node.indexOf(last);
        if (same >= 0 && !node.sleeps(same) && !node.enabled.get(same).mishap()) {
            return same;
        }
        for (int i = 0; i < node.enabled.size(); i++) {
            if (!node.sleeps(i)) {
                return i;
            }
        }
        return -1;
    }

    private static void requireSame(List<Step> before, List<Step> now) {
        boolean same = before.size() == now.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = before.get(i).resembles(now.get(i));
        }
        if (!same) {
            throw new IllegalStateException("the program went another way in the same schedule (" + before + " before, "
                + now + " now): it depends on time, on random numbers without a seed, on what it left in static fields,"
                + " or on another thread");
        }
    }

    @Override
    public void made(Step step) {
        int node = pending;
        pending = -1;
        int at = position++;
        if (at < known) {
            return;
        }
        if (node >= 0) {
            nodes.get(node).event = at;
        }
        int previous = at - 1;
        while (previous >= 0 && events.get(previous).step.actor() != step.actor()) {
            previous--;
        }
        events.add(new Event(step, previous, previous < 0 ? 0 : events.get(previous).made + 1, node, new BitSet(at)));
    }

    @Override
    public void ended(Ending ending) {
        position = 0;
        pending = -1;
        for (int at = known; at < events.size(); at++) {
            order(at);
        }
        known = events.size();
    }

    /** Computes an event's predecessors and reverses its races. */
    private void order(int at) {
        Event event = events.get(at);
        if (event.previous >= 0) {
            event.before.or(events.get(event.previous).before);
            event.before.set(event.previous);
        }
        for (int i = event.before.previousClearBit(at - 1); i >= 0; i = event.before.previousClearBit(i - 1)) {
            Event other = events.get(i);
            boolean must = other.step.mustPrecede(event.step, other.made);
            if (must || other.step.conflicts(event.step)) {
                if (!must && other.node >= 0 && event.node >= 0) {
                    reverse(i, at);
                }
                event.before.or(other.before);
                event.before.set(i);
            }
        }
    }

    /** {@return the last event up to this one at which other actors could have continued, or -1} */
    private int choiceBefore(int event) {
        int at = event;
        while (at >= 0 && (events.get(at).node < 0 || isForced(nodes.get(events.get(at).node).enabled))) {
            at--;
        }
        return at;
    }

    /**
     * Adds a step to the backtrack set that leads to a schedule with the second event before the first. If the first
     * was forced, it follows a choice without alternatives, so that choice must come later, too.
     */
    private void reverse(int forced, int second) {
        int first = choiceBefore(forced);
        if (first < 0 || first < forced && events.get(second).before.get(first)) {
            return;
        }
        Node node = nodes.get(events.get(first).node);
        BitSet between = new BitSet();
        int candidate = -1;
        for (int i = first + 1; i <= second; i++) {
            Event event = events.get(i);
            if (event.before.get(first)) {
                continue;
            }
            int index = event.before.intersects(between) ? -1 : node.indexOf(event.step.actor());
            if (index >= 0) {
                if (node.toTry.get(index)) {
                    return;
                }
                candidate = candidate < 0 || i == second ? index : candidate;
            }
            between.set(i);
        }
        if (candidate >= 0) {
            node.add(candidate);
        }
    }
}

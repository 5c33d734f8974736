// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Dynamic partial order reduction with source sets and sleep sets (Abdulla and others, 2014): of all schedules that
 * differ only in the order of steps without conflict, one is run. It ends when all have been.
 *
 * <p>A node stands for a choice. Two steps of a run race if they conflict and nothing between them orders them; then
 * the second has to be tried before the first, by a schedule that begins, where the first was chosen, with what comes
 * before the second. Steps that have been tried at a node sleep in what follows, until a step conflicts with them.
 */
public final class Dpor extends Chooser {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private int depth;
    private int known;
    private int position;
    private int pending = -1;
    private boolean begun;
    private boolean complete;

    /** A choice: what could be chosen, what has been, what is to be, and what need not be. */
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

        /** Has an actor's step tried in all its ways: a load that may be early is several. */
        void add(int index) {
            for (int i = 0; i < enabled.size(); i++) {
                if (enabled.get(i).actor() == enabled.get(index).actor()) {
                    toTry.set(i);
                }
            }
        }

        /** {@return the steps that sleep behind the choice} */
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
     * A step of the present run.
     *
     * @param previous index of its actor's step before it, or -1
     * @param made     how many steps its actor had made
     * @param node     index of the choice, -1 where there was none
     * @param before   the steps that come before it in every schedule that is equal to this one
     */
    private record Event(Step step, int previous, int made, int node, BitSet before) {
    }

    /** {@return whether all schedules have been run} */
    public boolean complete() {
        return complete;
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
        complete = true;
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
     * The actor that has made the last step goes on if it can: few changes make runs that are easy to read. What goes
     * wrong, which stands last, is tried beside what does not.
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

    /** Finds what comes before an event, and the events that it races with. */
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

    /** Sees to it that a schedule in which an event comes before an earlier one is tried. */
    private void reverse(int first, int second) {
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

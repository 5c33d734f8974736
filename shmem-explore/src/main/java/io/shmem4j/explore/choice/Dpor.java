// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Dynamic partial order reduction with source sets and sleep sets (Abdulla and others, 2014). Schedules that differ
 * only in the order of independent steps are equivalent, and one of each class is run. The search ends when every class
 * is covered.
 *
 * <p>A node is a choice. Two steps of a run race if they conflict and nothing between them orders them. Each race is
 * reversed: from the node of the first step, a schedule is tried that leads to the second step without the first. Steps
 * that were tried at a node sleep in the subtree until a conflicting step is made.
 *
 * <p>Where PEs may die, a forced step is a choice between itself and the PE's death. No other actor can go before it,
 * so it belongs to a block that the last step of a free choice leads. Blocks race, are reversed and sleep as a whole.
 */
public final class Dpor extends Chooser {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private int depth;
    private int known;
    private int position;
    private int pending = -1;
    private boolean begun;
    /** The last choice between several actors, or null. */
    private Node free;

    /** A step that was tried, and all steps of the blocks that it has led. */
    private record Sleeper(Step step, Set<Step> block) {
        boolean sleepsBehind(Step made) {
            return block.stream().noneMatch(each -> each.actor() == made.actor() || races(each, made));
        }
    }

    /** A choice with its enabled steps, sleep set, backtrack set and tried steps. */
    private static final class Node {
        private final List<Step> enabled;
        private final List<Sleeper> asleep;
        private final BitSet toTry = new BitSet();
        private final List<Sleeper> tried = new ArrayList<>();
        private Set<Step> block = new HashSet<>();
        private int chosen;
        private int event;

        Node(List<Step> enabled, List<Sleeper> asleep) {
            this.enabled = List.copyOf(enabled);
            this.asleep = asleep;
        }

        /** {@return whether a step has been tried, here or where it fell asleep} */
        boolean sleeps(Step step) {
            return Stream.concat(asleep.stream(), tried.stream())
                .anyMatch(each -> each.step.choice() == step.choice());
        }

        /** Chooses the next step, all variants of an actor's step in turn; {@return false if there is none} */
        boolean advance() {
            int last = chosen;
            block.add(enabled.get(last));
            tried.add(new Sleeper(enabled.get(last), block));
            block = new HashSet<>();
            chosen = -1;
            for (int i = toTry.nextSetBit(0); i >= 0; i = toTry.nextSetBit(i + 1)) {
                if (!sleeps(enabled.get(i)) && (chosen < 0 || enabled.get(i).actor() == enabled.get(last).actor())) {
                    chosen = i;
                }
            }
            return chosen >= 0;
        }

        int indexOf(int actor) {
            return Chooser.indexOf(enabled, step -> step.actor() == actor);
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
        List<Sleeper> asleepBehind() {
            Step made = enabled.get(chosen);
            return Stream.concat(asleep.stream(), tried.stream()).filter(each -> each.sleepsBehind(made)).toList();
        }
    }

    /**
     * A step of the current run.
     *
     * @param made   the number of steps that the actor had made
     * @param node   index of the choice, or -1 if there was none
     * @param lead   index of the first event of its block
     * @param before the steps that happen before its block in every equivalent schedule
     */
    private record Event(Step step, int made, int node, int lead, BitSet before) {
    }

    @Override
    public boolean begin() {
        if (!begun) {
            begun = true;
            return true;
        }
        while (!nodes.isEmpty()) {
            Node node = nodes.getLast();
            if (node.advance()) {
                known = node.event;
                events.subList(known, events.size()).clear();
                depth = 0;
                return true;
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
            return follow(node);
        }
        Node node = new Node(enabled, nodes.isEmpty() ? List.of() : nodes.getLast().asleepBehind());
        node.chosen = first(node, last);
        if (node.chosen < 0) {
            return ENOUGH;
        }
        node.add(node.chosen);
        for (int i = 0; i < enabled.size(); i++) {
            // A fixed step is free only until all PEs have noticed a death; a death may leave no other one possible.
            if (enabled.get(i).fixed() || enabled.get(node.chosen).mishap()) {
                node.add(i);
            }
        }
        nodes.add(node);
        return follow(node);
    }

    private int follow(Node node) {
        pending = depth++;
        free = isForced(node.enabled) ? free : node;
        return node.chosen;
    }

    /**
     * {@return the default choice} The last actor continues if it can, because runs with few switches are easier to
     * read. Deaths and spurious events come last in the list and are only tried as alternatives.
     */
    private static int first(Node node, int last) {
        int same = node.indexOf(last);
        if (same >= 0 && !node.sleeps(node.enabled.get(same)) && !node.enabled.get(same).mishap()) {
            return same;
        }
        return indexOf(node.enabled, step -> !node.sleeps(step));
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
        boolean follows = at > 0 && node >= 0 && isForced(nodes.get(node).enabled);
        if (node >= 0 && free != null) {
            free.block.add(step);
        }
        events.add(new Event(step, previous < 0 ? 0 : events.get(previous).made + 1, node,
            follows ? events.get(at - 1).lead : at, follows ? events.get(at - 1).before : new BitSet(at)));
    }

    @Override
    public void ended(Ending ending) {
        position = 0;
        pending = -1;
        free = null;
        int at = known < events.size() ? events.get(known).lead : known;
        while (at < events.size()) {
            int end = at;
            while (end < events.size() && events.get(end).lead == at) {
                end++;
            }
            order(at, end);
            at = end;
        }
        known = events.size();
    }

    /** Computes a block's predecessors and reverses its races. */
    private void order(int lead, int end) {
        Event leader = events.get(lead);
        leader.before.clear();
        for (int i = lead - 1; i >= 0; i = leader.before.previousClearBit(i - 1)) {
            int last = i;
            i = events.get(last).lead;
            boolean must = false;
            boolean depends = false;
            boolean races = false;
            for (Event other : events.subList(i, last + 1)) {
                must |= other.step.mustPrecede(leader.step, other.made);
                for (Event event : events.subList(lead, end)) {
                    races = races || races(other.step, event.step);
                    depends = depends || races || other.step.conflicts(event.step)
                        || other.step.mustPrecede(event.step, other.made);
                }
            }
            if (races && !must && events.get(i).node >= 0 && leader.node >= 0) {
                reverse(i, lead);
            }
            if (depends) {
                leader.before.or(events.get(i).before);
                leader.before.set(i, last + 1);
            }
        }
    }

    /** {@return whether the order of two steps is explored} The library's own accesses are right in any order. */
    private static boolean races(Step one, Step other) {
        return !(one.fixed() && other.fixed()) && one.conflicts(other);
    }

    /** Adds a step to the backtrack set that leads to a schedule with the second block before the first. */
    private void reverse(int first, int second) {
        Node node = nodes.get(events.get(first).node);
        BitSet between = new BitSet();
        int candidate = -1;
        for (int i = first + 1; i <= second; i++) {
            Event event = events.get(i);
            if (event.lead != i || event.before.get(first)) {
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Follows a list of choices, and tolerates lists from which choices were removed: it skips actors that can't continue,
 * performs late accesses immediately if the list lacks them, and after the end of the list lets the same PE continue as
 * long as possible. A death happens at its position in the list: at the latest before the PE's next step, or as soon as
 * possible after the position has passed. For one run.
 */
public final class Guide extends Chooser {
    private final List<Integer> actors;
    private final Set<Integer> listed;
    private final Set<Integer> heldBack = new HashSet<>();
    /** The deaths so far; a PE that dies twice before its first step has equal entries. */
    private final List<Integer> died = new ArrayList<>();
    private int at;

    public Guide(List<Integer> actors) {
        this.actors = List.copyOf(actors);
        this.listed = new HashSet<>(actors);
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        int usual = 0;
        int death = -1;
        for (int i = 0; i < enabled.size(); i++) {
            Step step = enabled.get(i);
            if (step.late() && !listed.contains(step.actor())) {
                return i;
            }
            if (step.late()) {
                heldBack.add(step.actor());
            }
            death = step.kind() == Step.Kind.DEATH && isLeft(actors, step.choice()) ? i : death;
            usual = step.choice() == last ? i : usual;
        }
        int chosen = listed(enabled, usual, death);
        if (death >= 0 && (chosen == death || enabled.get(chosen).actor() == enabled.get(death).actor()
            || isLeft(actors.subList(0, at), enabled.get(death).choice()))) {
            died.add(enabled.get(death).choice());
            return death;
        }
        return chosen;
    }

    /** {@return the list's next choice that is possible, otherwise the default} */
    private int listed(List<Step> enabled, int usual, int death) {
        while (!isForced(enabled) && at < actors.size()) {
            int choice = actors.get(at);
            int index = indexOf(enabled, step -> step.choice() == choice);
            boolean early = death >= 0 && index >= 0 && index != death
                && enabled.get(index).actor() == enabled.get(death).actor();
            at += early ? 0 : 1;
            if (index >= 0) {
                return index;
            }
        }
        return usual;
    }

    /** {@return whether {@code choices} contain a death more often than it has happened} */
    private boolean isLeft(List<Integer> choices, int death) {
        return Collections.frequency(choices, death) > Collections.frequency(died, death);
    }

    /** {@return the used part of the list, followed by late accesses that were held back to the end} */
    public List<Integer> used() {
        List<Integer> used = new ArrayList<>(died);
        used.removeAll(actors.subList(0, at));
        actors.subList(0, at).stream().filter(choice -> !Step.dies(choice) || died.contains(choice))
            .forEach(used::add);
        actors.subList(at, actors.size()).stream().filter(heldBack::contains).forEach(used::add);
        return used;
    }
}

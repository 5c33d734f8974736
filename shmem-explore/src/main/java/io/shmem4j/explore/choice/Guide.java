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
 * Follows a list of choices. An actor that can't go on is skipped, late accesses that are not on the list happen at
 * once, and behind the list the same PE goes on as long as it can: so a part of a list is a schedule, too. A death is
 * between two steps of its PE. It happens at its place in the list, at the latest before the PE goes on, and as soon as
 * it can where the list is past it.
 */
public final class Guide extends Chooser {
    private final List<Integer> actors;
    private final Set<Integer> listed;
    private final Set<Integer> heldBack = new HashSet<>();
    /** The deaths so far; a PE that dies again before its first step does so by the same number. */
    private final List<Integer> died = new ArrayList<>();
    private int at;
    private boolean skipped;

    public Guide(List<Integer> actors) {
        this.actors = List.copyOf(actors);
        this.listed = new HashSet<>(actors);
    }

    @Override
    public boolean begin() {
        at = 0;
        skipped = false;
        died.clear();
        return true;
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

    /** {@return the next choice of the list that is possible, the usual one where there is none} */
    private int listed(List<Step> enabled, int usual, int death) {
        while (!isForced(enabled) && at < actors.size()) {
            int choice = actors.get(at);
            int index = indexOf(enabled, choice);
            boolean early = death >= 0 && index >= 0 && index != death
                && enabled.get(index).actor() == enabled.get(death).actor();
            at += early ? 0 : 1;
            if (index >= 0) {
                return index;
            }
            skipped |= !Step.dies(choice);
        }
        return usual;
    }

    /** {@return whether choices have a death more often than it has been} */
    private boolean isLeft(List<Integer> choices, int death) {
        return Collections.frequency(choices, death) > Collections.frequency(died, death);
    }

    private static int indexOf(List<Step> enabled, int choice) {
        for (int i = 0; i < enabled.size(); i++) {
            if (enabled.get(i).choice() == choice) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the used part of the list, and the late accesses held back at its end} */
    public List<Integer> used() {
        List<Integer> used = new ArrayList<>(died);
        used.removeAll(actors.subList(0, at));
        actors.subList(0, at).stream().filter(choice -> !Step.dies(choice) || died.contains(choice))
            .forEach(used::add);
        actors.subList(at, actors.size()).stream().filter(heldBack::contains).forEach(used::add);
        return used;
    }

    /** {@return whether the run could not follow the list} */
    public boolean skipped() {
        return skipped;
    }
}

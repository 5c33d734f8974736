// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Follows a list of choices. An actor that can't go on is skipped, late accesses that are not on the list happen at
 * once, and behind the list the same PE goes on as long as it can: so a part of a list is a schedule, too. Deaths say
 * themselves when they are, wherever they stand.
 */
public final class Guide extends Chooser {
    private final List<Integer> actors;
    private final Set<Integer> listed;
    private final Set<Integer> heldBack = new HashSet<>();
    private final Set<Integer> died = new LinkedHashSet<>();
    private int at;
    private boolean skipped;

    public Guide(List<Integer> actors) {
        this.actors = actors.stream().filter(choice -> !Step.dies(choice)).toList();
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
        for (int i = 0; i < enabled.size(); i++) {
            Step step = enabled.get(i);
            boolean dies = step.kind() == Step.Kind.DEATH && listed.contains(step.choice());
            if (dies) {
                died.add(step.choice());
            }
            if (dies || step.late() && !listed.contains(step.actor())) {
                return i;
            }
            if (step.late()) {
                heldBack.add(step.actor());
            }
            usual = step.choice() == last ? i : usual;
        }
        while (!isForced(enabled) && at < actors.size()) {
            int index = indexOf(enabled, actors.get(at++));
            if (index >= 0) {
                return index;
            }
            skipped = true;
        }
        return usual;
    }

    private static int indexOf(List<Step> enabled, int choice) {
        for (int i = 0; i < enabled.size(); i++) {
            if (enabled.get(i).choice() == choice) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the part of the list that the run has used, and the late accesses behind it, which it has held back} */
    public List<Integer> used() {
        List<Integer> used = new ArrayList<>(died);
        used.addAll(actors.subList(0, at));
        actors.subList(at, actors.size()).stream().filter(heldBack::contains).forEach(used::add);
        return used;
    }

    /** {@return whether the run could not follow the list} */
    public boolean skipped() {
        return skipped;
    }
}

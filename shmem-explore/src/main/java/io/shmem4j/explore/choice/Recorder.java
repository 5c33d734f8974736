// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Records another chooser's choices. */
public final class Recorder extends Chooser {
    private final Chooser chooser;
    private final List<Integer> actors = new ArrayList<>();
    /** Late accesses that have not been performed yet. */
    private final Set<Integer> late = new LinkedHashSet<>();
    private int steps;

    public Recorder(Chooser chooser) {
        this.chooser = chooser;
    }

    /** {@return the last run's choices, followed by late accesses that were not performed} */
    public List<Integer> actors() {
        List<Integer> all = new ArrayList<>(actors);
        all.addAll(late);
        return all;
    }

    /** {@return the number of the last run's steps} */
    public int steps() {
        return steps;
    }

    @Override
    public boolean begin() {
        steps = 0;
        actors.clear();
        late.clear();
        return chooser.begin();
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        for (int i = enabled.size() - 1; i >= 0; i--) {
            if (enabled.get(i).late()) {
                late.add(enabled.get(i).actor());
            }
        }
        int chosen = chooser.choose(enabled, last);
        if (chosen != ENOUGH && (chosen > 0 || !isForced(enabled))) {
            actors.add(enabled.get(chosen).choice());
            late.remove(enabled.get(chosen).actor());
        }
        return chosen;
    }

    @Override
    public void made(Step step) {
        steps++;
        chooser.made(step);
    }

    @Override
    public void ended(Ending ending) {
        chooser.ended(ending);
    }
}

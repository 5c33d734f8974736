// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.List;
import java.util.function.Predicate;

/** Chooses the next step at each point of each run. */
public abstract class Chooser {
    /** Returned by {@link #choose} to abandon the run. */
    public static final int ENOUGH = -1;

    /** Prepares the next run and {@return whether there is one} */
    public boolean begin() {
        return true;
    }

    /**
     * {@return the index of the step to make}
     *
     * @param enabled the possible steps, those of PEs first, ordered by actor
     * @param last    the actor of the previous step, or -1
     */
    public abstract int choose(List<Step> enabled, int last);

    /** {@return whether the first step has no alternative but the PE's death} */
    protected static boolean isForced(List<Step> enabled) {
        return enabled.getFirst().fixed() && (enabled.size() == 1 || enabled.size() == 2 && enabled.get(1).kind()
            == Step.Kind.DEATH && enabled.getFirst().actor() == enabled.get(1).actor());
    }

    /** {@return the index of the first step that passes a test, or -1} */
    protected static int indexOf(List<Step> enabled, Predicate<Step> test) {
        int i = 0;
        while (i < enabled.size() && !test.test(enabled.get(i))) {
            i++;
        }
        return i < enabled.size() ? i : -1;
    }

    /** Called after every step, whether chosen or forced. */
    public void made(Step step) {
    }

    /** Called after a run. */
    public void ended(Ending ending) {
    }
}

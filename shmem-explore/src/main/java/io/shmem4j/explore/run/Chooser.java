// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.List;

/** Decides at each step of each run who goes on. */
public abstract class Chooser {
    /** The answer of a chooser for which the rest of a run is of no interest. */
    public static final int ENOUGH = -1;

    /** Prepares the next run, and {@return whether there is one} */
    public abstract boolean begin();

    /**
     * {@return the index of the step that is made now}
     *
     * @param enabled the steps that can be made, those of PEs first, in the order of their actors
     * @param last    the actor of the step before, or -1
     */
    public abstract int choose(List<Step> enabled, int last);

    /** {@return whether nothing can be chosen but whether a PE, which goes on without a choice, dies} */
    protected static boolean isForced(List<Step> enabled) {
        return enabled.size() == 2 && enabled.getFirst().fixed() && enabled.get(1).kind() == Step.Kind.DEATH
            && enabled.getFirst().actor() == enabled.get(1).actor();
    }

    /** A step has been made, chosen or fixed. */
    public void made(Step step) {
        // Most look at nothing but what they choose from.
    }

    /** A run has ended. */
    public void ended(Ending ending) {
        // Most begin the next one as if nothing had happened.
    }
}

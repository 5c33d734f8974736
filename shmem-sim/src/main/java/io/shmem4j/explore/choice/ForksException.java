// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Step;
import java.util.List;

/** A program has done something else though all choices were the same. */
public final class ForksException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ForksException(List<Step> before, List<Step> now) {
        super("the program went another way in the same schedule (" + before + " before, " + now + " now): it depends"
            + " on time, on random numbers without a seed, on what it left in static fields, or on another thread");
    }
}

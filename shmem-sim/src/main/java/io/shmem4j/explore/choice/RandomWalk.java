// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.List;
import java.util.SplittableRandom;

/** Each actor that can go on has the same chance at each step. */
public final class RandomWalk extends Chooser {
    private final SplittableRandom random;

    public RandomWalk(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean begin() {
        return true;
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        return random.nextInt(enabled.size());
    }
}

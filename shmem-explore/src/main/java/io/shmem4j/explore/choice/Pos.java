// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Partial order sampling (Yuan and others, 2018). Each step gets a random priority when it becomes possible, and the
 * highest one is made. Conflicting steps get new priorities then. This samples partial orders more evenly than a random
 * walk.
 */
public final class Pos extends Chooser {
    private final SplittableRandom random;
    private final Map<Integer, Double> numbers = new HashMap<>();

    public Pos(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean begin() {
        numbers.clear();
        return true;
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        int best = 0;
        double highest = -1;
        for (int i = 0; i < enabled.size(); i++) {
            double number = numbers.computeIfAbsent(enabled.get(i).choice(), missing -> random.nextDouble());
            if (number > highest) {
                highest = number;
                best = i;
            }
        }
        Step made = enabled.get(best);
        numbers.remove(made.choice());
        for (Step other : enabled) {
            if (other != made && other.conflicts(made)) {
                numbers.put(other.choice(), random.nextDouble());
            }
        }
        return best;
    }
}

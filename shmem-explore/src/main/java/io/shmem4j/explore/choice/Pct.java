// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Probabilistic concurrency testing (Burckhardt and others, 2010). Actors have random priorities, and the highest one
 * runs. At depth - 1 random steps the running actor gets the lowest priority. A fault that depends on the order of that
 * many steps is found with a known minimum probability per run.
 */
public final class Pct extends Chooser {
    private static final int FIRST_GUESS = 50;
    private final int depth;
    private final SplittableRandom random;
    private final Map<Integer, Double> priorities = new HashMap<>();
    private int[] changes = {};
    private int steps;
    private int longest = FIRST_GUESS;
    private double lowest;

    public Pct(int depth, long seed) {
        this.depth = depth;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean begin() {
        longest = Math.max(steps, Math.min(longest, FIRST_GUESS));
        steps = 0;
        lowest = 0;
        priorities.clear();
        changes = random.ints(depth - 1, 0, longest).sorted().toArray();
        return true;
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        int best = best(enabled);
        if (Arrays.binarySearch(changes, steps++) >= 0) {
            priorities.put(enabled.get(best).choice(), --lowest);
            best = best(enabled);
        }
        return best;
    }

    private int best(List<Step> enabled) {
        int best = 0;
        for (int i = 1; i < enabled.size(); i++) {
            if (priority(enabled.get(i)) > priority(enabled.get(best))) {
                best = i;
            }
        }
        return best;
    }

    private double priority(Step step) {
        return priorities.computeIfAbsent(step.choice(), missing -> random.nextDouble());
    }
}

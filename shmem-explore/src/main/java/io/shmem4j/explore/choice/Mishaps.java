// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Step;
import java.util.List;
import java.util.SplittableRandom;

/** Adds deaths and spurious wake-ups to a sampler's choices. Deaths are distributed evenly over the length of a run. */
final class Mishaps extends Chooser {
    private static final int FIRST_GUESS = 50;
    private static final int WAKES = 8;

    private final Chooser sampler;
    private final SplittableRandom random;
    private int longest = FIRST_GUESS;
    private int steps;
    private int next;

    Mishaps(Chooser sampler, long seed) {
        this.sampler = sampler;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean begin() {
        steps = 0;
        next = random.nextInt(longest);
        return sampler.begin();
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        int usual = enabled.size();
        while (enabled.get(usual - 1).mishap()) {
            usual--;
        }
        if (usual < enabled.size()) {
            int mishap = usual + random.nextInt(enabled.size() - usual);
            boolean dies = enabled.get(mishap).kind() == Step.Kind.DEATH;
            if (dies && steps >= next || !dies && random.nextInt(WAKES) == 0) {
                next = dies ? steps + random.nextInt(longest) : next;
                return mishap;
            }
        }
        return usual == 1 ? 0 : sampler.choose(enabled.subList(0, usual), last);
    }

    @Override
    public void made(Step step) {
        steps++;
        sampler.made(step);
    }

    @Override
    public void ended(Ending ending) {
        longest = Math.max(longest, steps);
        sampler.ended(ending);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A named strategy: a set of choosers that take turns. The exhaustive one covers all schedules; the samplers find
 * faults sooner.
 */
public final class Strategy {
    /** Names of strategies, for messages. */
    public static final String NAMES = "auto, dpor, pct[:DEPTH], pos or random";
    private static final int STANDARD_DEPTH = 3;

    /** Tried before all others; null if not, or no more. */
    private Suspects suspects;
    private final Dpor dpor;
    private final List<Chooser> samplers;
    private long turn;
    /** Whether the exhaustive search has ended. */
    private boolean ended;

    private Strategy(Suspects suspects, Dpor dpor, List<Chooser> samplers) {
        this.suspects = suspects;
        this.dpor = dpor;
        this.samplers = samplers;
    }

    /**
     * {@return a strategy by its name}
     *
     * @throws IllegalArgumentException with the known names, if there is none
     */
    public static Strategy of(String name, long seed) {
        if (name.matches("pct:[1-9][0-9]?")) {
            return of(null, seed, new Pct(Integer.parseInt(name.substring(4)), seed));
        }
        return switch (name) {
            case "auto" -> of(new Dpor(), seed, new Pos(seed), new RandomWalk(seed), new Pct(STANDARD_DEPTH, seed));
            case "dpor" -> of(new Dpor(), seed);
            case "pct" -> of(null, seed, new Pct(STANDARD_DEPTH, seed));
            case "pos" -> of(null, seed, new Pos(seed));
            case "random" -> of(null, seed, new RandomWalk(seed));
            default -> throw new IllegalArgumentException("the strategy '" + name + "': it is " + NAMES);
        };
    }

    private static Strategy of(Dpor dpor, long seed, Chooser... samplers) {
        return new Strategy(dpor == null || samplers.length == 0 ? null : new Suspects(), dpor,
            Stream.of(samplers).<Chooser>map(each -> new Mishaps(each, seed)).toList());
    }

    /**
     * {@return the chooser for the next run, or null when all schedules have been run}
     *
     * @param cut whether schedules were cut off: then samples continue after the end of the search
     */
    public Chooser next(boolean cut) {
        if (suspects != null && suspects.begin()) {
            return suspects;
        }
        suspects = null;
        long now = turn++;
        boolean search = dpor != null && !ended && (samplers.isEmpty() || now % 2 == 0);
        ended |= search && !dpor.begin();
        if (ended && (samplers.isEmpty() || !cut)) {
            return null;
        }
        Chooser chooser = search && !ended ? dpor : samplers.get((int) (now / 2 % samplers.size()));
        return chooser == dpor || chooser.begin() ? chooser : null;
    }

    public boolean searches(Chooser chooser) {
        return chooser == dpor;
    }

    /** Chooses every enabled step with equal probability. */
    private static final class RandomWalk extends Chooser {
        private final SplittableRandom random;

        RandomWalk(long seed) {
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
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Step;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    /** The assumed length of a run before any has ended. */
    private static final int FIRST_GUESS = 50;

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
            case "auto" -> of(new Dpor(), seed, new Pos(seed), randomWalk(seed), new Pct(STANDARD_DEPTH, seed));
            case "dpor" -> of(new Dpor(), seed);
            case "pct" -> of(null, seed, new Pct(STANDARD_DEPTH, seed));
            case "pos" -> of(null, seed, new Pos(seed));
            case "random" -> of(null, seed, randomWalk(seed));
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

    /** {@return a chooser of every enabled step with equal probability} */
    private static Chooser randomWalk(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Chooser() {
            @Override
            public int choose(List<Step> enabled, int last) {
                return random.nextInt(enabled.size());
            }
        };
    }

    /** Chooses the step with the highest of random priorities. */
    private abstract static class ByPriority extends Chooser {
        final SplittableRandom random;
        final Map<Integer, Double> priorities = new HashMap<>();

        ByPriority(long seed) {
            this.random = new SplittableRandom(seed);
        }

        @Override
        public boolean begin() {
            priorities.clear();
            return true;
        }

        int best(List<Step> enabled) {
            int best = 0;
            double highest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < enabled.size(); i++) {
                double priority = priorities.computeIfAbsent(enabled.get(i).choice(), missing -> random.nextDouble());
                if (priority > highest) {
                    highest = priority;
                    best = i;
                }
            }
            return best;
        }
    }

    /**
     * Partial order sampling (Yuan and others, 2018). Each step gets its priority when it becomes possible, and a new
     * one when a conflicting step is made. This samples partial orders more evenly than a random walk.
     */
    private static final class Pos extends ByPriority {
        Pos(long seed) {
            super(seed);
        }

        @Override
        public int choose(List<Step> enabled, int last) {
            int best = best(enabled);
            Step made = enabled.get(best);
            priorities.remove(made.choice());
            for (Step other : enabled) {
                if (other != made && other.conflicts(made)) {
                    priorities.put(other.choice(), random.nextDouble());
                }
            }
            return best;
        }
    }

    /**
     * Probabilistic concurrency testing (Burckhardt and others, 2010). Actors have priorities. At depth - 1 random
     * steps the running actor gets the lowest one. A fault that depends on the order of that many steps is found with a
     * known minimum probability per run.
     */
    private static final class Pct extends ByPriority {
        private final int depth;
        private int[] changes = {};
        private int steps;
        private int longest = FIRST_GUESS;
        private double lowest;

        Pct(int depth, long seed) {
            super(seed);
            this.depth = depth;
        }

        @Override
        public boolean begin() {
            longest = Math.max(steps, Math.min(longest, FIRST_GUESS));
            steps = 0;
            lowest = 0;
            changes = random.ints(depth - 1, 0, longest).sorted().toArray();
            return super.begin();
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
    }

    /** Adds deaths and spurious wake-ups to a sampler's choices. Deaths spread evenly over the length of a run. */
    private static final class Mishaps extends Chooser {
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
}

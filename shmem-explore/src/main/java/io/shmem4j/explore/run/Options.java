// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Strategy, bounds and nondeterminism of the schedules.
 *
 * @param strategy the name of the strategy
 * @param steps    the maximum number of steps in a run
 * @param deaths   the maximum number of deaths in a run
 */
public record Options(String strategy, Set<Trait> traits, int steps, int deaths) {
    /** Late stores, and no more. */
    public static final Options STANDARD = new Options("auto", EnumSet.of(Trait.LATE, Trait.RETURNS), 20_000, 0);

    private static final Pattern WORDS = Pattern.compile("\\[(.*)], steps (\\d+), deaths (\\d+)");

    /** What schedules may contain. */
    public enum Trait {
        /** Stores that arrive late. */
        LATE,
        /** Loads that are made before earlier ones. */
        EARLY,
        /** The library's own accesses as steps. */
        LIBRARY,
        /** PEs that restart after their death. */
        RETURNS,
        /** Waits that wake and lock tests that fail spuriously, and timeouts that pass early. */
        SPURIOUS,
        /** No results of containers that are not linearizable. */
        LINEARIZES
    }

    /**
     * {@return the options from the text of {@link #toString}, without the strategy}
     *
     * @throws IllegalArgumentException with the first error, if the text is malformed
     */
    public static Options parse(String text) {
        Matcher word = WORDS.matcher(text);
        if (!word.matches()) {
            throw new IllegalArgumentException(text);
        }
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        Pattern.compile("\\w+").matcher(word.group(1)).results().map(MatchResult::group).map(Trait::valueOf)
            .forEach(traits::add);
        return new Options(STANDARD.strategy, traits, Integer.parseInt(word.group(2)), Integer.parseInt(word.group(3)));
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** {@return these options with or without a trait} */
    public Options with(Trait trait, boolean has) {
        Set<Trait> changed = EnumSet.copyOf(traits);
        if (has) {
            changed.add(trait);
        } else {
            changed.remove(trait);
        }
        return new Options(strategy, changed, steps, deaths);
    }

    /** {@return these options with all that words of {@code Explore.of} name} */
    public Options with(String words) {
        Options changed = this;
        for (String word : words.strip().split("\\s+")) {
            changed = switch (word) {
                case "crash" -> changed.mortal(1, true);
                case "stay-dead" -> changed.mortal(1, false);
                case "spurious" -> changed.with(Trait.SPURIOUS, true);
                case "linearize" -> changed.with(Trait.LINEARIZES, true);
                case "on-time" -> changed.onTime();
                case "early" -> changed.with(Trait.EARLY, true);
                default -> changed.by(word);
            };
        }
        return changed;
    }

    public Options by(String newStrategy) {
        return new Options(newStrategy, traits, steps, deaths);
    }

    public Options within(int mostSteps) {
        return new Options(strategy, traits, mostSteps, deaths);
    }

    /** {@return these options with deaths} */
    public Options mortal(int most, boolean returns) {
        return new Options(strategy, traits, steps, most).with(Trait.RETURNS, returns);
    }

    /** {@return these options with stores and loads in the order of the program} */
    public Options onTime() {
        return with(Trait.LATE, false).with(Trait.EARLY, false);
    }

    /** {@return whether the job is fault-tolerant} */
    boolean mortal() {
        return deaths > 0;
    }

    @Override
    public String toString() {
        return traits + ", steps " + steps + ", deaths " + deaths;
    }
}

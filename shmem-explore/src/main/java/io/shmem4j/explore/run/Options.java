// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bounds and nondeterminism of the schedules.
 *
 * @param steps  the maximum number of steps in a run
 * @param deaths the maximum number of deaths in a run
 */
public record Options(Set<Trait> traits, int steps, int deaths) {
    /** Late stores, and no more. */
    public static final Options STANDARD = new Options(EnumSet.of(Trait.LATE, Trait.RETURNS), 20_000, 0);

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
     * {@return the options from the text of {@link #toString}}
     *
     * @throws IllegalArgumentException with the first error, if the text is malformed
     */
    public static Options parse(String words) {
        Matcher word = WORDS.matcher(words);
        if (!word.matches()) {
            throw new IllegalArgumentException(words);
        }
        Options options = new Options(EnumSet.noneOf(Trait.class), Integer.parseInt(word.group(2)),
            Integer.parseInt(word.group(3)));
        for (String trait : word.group(1).isEmpty() ? new String[0] : word.group(1).split(", ")) {
            options = options.with(Trait.valueOf(trait), true);
        }
        return options;
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
        return new Options(changed, steps, deaths);
    }

    /** {@return these options with the addition that a word of {@code Explore.of} names, or null} */
    public Options with(String word) {
        return switch (word) {
            case "crash" -> mortal(1, true);
            case "stay-dead" -> mortal(1, false);
            case "spurious" -> with(Trait.SPURIOUS, true);
            case "linearize" -> with(Trait.LINEARIZES, true);
            case "on-time" -> onTime();
            case "early" -> with(Trait.EARLY, true);
            default -> null;
        };
    }

    /** {@return these options with deaths} */
    public Options mortal(int most, boolean returns) {
        return new Options(traits, steps, most).with(Trait.RETURNS, returns);
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

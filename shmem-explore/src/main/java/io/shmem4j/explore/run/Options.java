// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bounds and nondeterminism of the schedules.
 *
 * @param late       whether stores may arrive late
 * @param library    whether the library's own accesses are steps, too
 * @param steps      the maximum number of steps in a run
 * @param deaths     the maximum number of deaths in a run
 * @param returns    whether dead PEs restart
 * @param spurious   whether waits may wake and lock tests fail spuriously, and timeouts pass early
 * @param linearizes whether containers must be linearizable
 */
public record Options(boolean late, boolean library, int steps, int deaths, boolean returns, boolean spurious,
    boolean linearizes) {
    private static final Pattern WORDS = Pattern.compile("late (true|false), library (true|false), steps (\\d+), "
        + "deaths (\\d+), returns (true|false), spurious (true|false), linearizes (true|false)");

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
        return new Options(Boolean.parseBoolean(word.group(1)), Boolean.parseBoolean(word.group(2)),
            Integer.parseInt(word.group(3)), Integer.parseInt(word.group(4)), Boolean.parseBoolean(word.group(5)),
            Boolean.parseBoolean(word.group(6)), Boolean.parseBoolean(word.group(7)));
    }

    /** {@return these options without late stores} */
    public Options onTime() {
        return new Options(false, library, steps, deaths, returns, spurious, linearizes);
    }

    public Options ofLibrary() {
        return new Options(late, true, steps, deaths, returns, spurious, linearizes);
    }

    public Options bounded(int most) {
        return new Options(late, library, most, deaths, returns, spurious, linearizes);
    }

    /** {@return these options with deaths} */
    public Options mortal(int most, boolean andReturn) {
        return new Options(late, library, steps, most, andReturn, spurious, linearizes);
    }

    public Options ofSpurious() {
        return new Options(late, library, steps, deaths, returns, true, linearizes);
    }

    /** {@return these options with the check of containers} */
    public Options ofHistory() {
        return new Options(late, library, steps, deaths, returns, spurious, true);
    }

    /** {@return whether the job is fault-tolerant} */
    boolean mortal() {
        return deaths > 0;
    }

    @Override
    public String toString() {
        return "late " + late + ", library " + library + ", steps " + steps + ", deaths " + deaths + ", returns "
            + returns + ", spurious " + spurious + ", linearizes " + linearizes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bounds and freedoms of a program's schedules.
 *
 * @param late     whether stores may arrive late
 * @param library  whether the order of the library's own accesses is explored, too
 * @param steps    most steps of a run
 * @param deaths   how many PEs may die in a run
 * @param returns  whether dead PEs begin another life
 * @param spurious whether waits may wake for nothing, tests of locks fail for nothing, and time limits pass early
 * @param linearizes whether operations of containers must look as if each happened at one moment
 */
public record Options(boolean late, boolean library, int steps, int deaths, boolean returns, boolean spurious,
    boolean linearizes) {
    private static final Pattern WORDS = Pattern.compile("late (true|false), library (true|false), steps (\\d+), "
        + "deaths (\\d+), returns (true|false), spurious (true|false), linearizes (true|false)");

    /** {@return options as {@link #toString} writes them} An IllegalArgumentException says what is wrong. */
    public static Options parse(String words) {
        Matcher word = WORDS.matcher(words);
        if (!word.matches()) {
            throw new IllegalArgumentException(words);
        }
        return new Options(Boolean.parseBoolean(word.group(1)), Boolean.parseBoolean(word.group(2)),
            Integer.parseInt(word.group(3)), Integer.parseInt(word.group(4)), Boolean.parseBoolean(word.group(5)),
            Boolean.parseBoolean(word.group(6)), Boolean.parseBoolean(word.group(7)));
    }

    /** {@return the same where stores arrive at once} */
    public Options onTime() {
        return new Options(false, library, steps, deaths, returns, spurious, linearizes);
    }

    /** {@return the same with the library's own accesses} */
    public Options ofLibrary() {
        return new Options(late, true, steps, deaths, returns, spurious, linearizes);
    }

    /** {@return the same with another bound on steps} */
    public Options bounded(int most) {
        return new Options(late, library, most, deaths, returns, spurious, linearizes);
    }

    /** {@return the same with deaths} */
    public Options mortal(int most, boolean andReturn) {
        return new Options(late, library, steps, most, andReturn, spurious, linearizes);
    }

    /** {@return the same with wakes for nothing} */
    public Options ofSpurious() {
        return new Options(late, library, steps, deaths, returns, true, linearizes);
    }

    /** {@return the same with a check of the history of containers} */
    public Options ofHistory() {
        return new Options(late, library, steps, deaths, returns, spurious, true);
    }

    /** {@return whether the job outlives its PEs} */
    boolean mortal() {
        return deaths > 0;
    }

    @Override
    public String toString() {
        return "late " + late + ", library " + library + ", steps " + steps + ", deaths " + deaths + ", returns "
            + returns + ", spurious " + spurious + ", linearizes " + linearizes;
    }
}

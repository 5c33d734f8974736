// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param value a time, a ratio or a percentage; NaN if there is none
 * @param text  words that say more than the value; else null
 * @param tries seeds or runs of a claim that is tried with several, else 0
 * @param met   how many of them meet the demand
 */
public record Result(double value, String text, int tries, int met) {
    public static Result of(double value) {
        return new Result(value, null, 0, 0);
    }

    /** {@return a value with a text, which is a format only if values to show follow} */
    public static Result of(double value, String text, Object... shown) {
        return new Result(value, shown.length == 0 ? text : String.format(Locale.ROOT, text, shown), 0, 0);
    }
}

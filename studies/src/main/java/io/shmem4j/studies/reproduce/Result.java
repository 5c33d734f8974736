// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param value a time, a ratio or a percentage; NaN if there is none
 * @param tries seeds or runs of a claim that is tried with several, else 0
 * @param met   how many of them meet the demand
 */
public record Result(double value, String text, int tries, int met) {
    public static Result of(double value) {
        return of(value, String.format(Locale.ROOT, value >= 100 ? "%.1f" : "%.3f", value));
    }

    public static Result of(double value, String text) {
        return new Result(value, text, 0, 0);
    }

    /** {@return a value with a formatted text} */
    public static Result of(double value, String format, Object... shown) {
        return of(value, String.format(Locale.ROOT, format, shown));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param value a time, a ratio or a deviation in percent; NaN if there is only a text
 */
public record Result(double value, String text, boolean holds) {
    public static Result of(double value) {
        return new Result(value, String.format(Locale.ROOT, value >= 100 ? "%.1f" : "%.3f", value), true);
    }

    public static Result of(double value, String text) {
        return new Result(value, text, true);
    }

    /** {@return a value with a formatted text} */
    public static Result of(double value, String format, Object... shown) {
        return of(value, String.format(Locale.ROOT, format, shown));
    }

    public static Result of(String text) {
        return new Result(Double.NaN, text, true);
    }

    public static Result of(boolean holds, String text) {
        return new Result(Double.NaN, text, holds);
    }

    /** {@return a verdict with a formatted text} */
    public static Result of(boolean holds, String format, Object... shown) {
        return of(holds, String.format(Locale.ROOT, format, shown));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.validate;

import java.util.Locale;

/**
 * A published result and the demand on the simulation.
 *
 * @param id        which check belongs to it
 * @param what      for people
 * @param published a number or words
 * @param demand    how to compare
 * @param least     least value of a range
 * @param tolerance of the comparison; the most of a range
 * @param label     where the simulated value comes from
 * @param reason    why the demand is missed, if that is known; else empty
 */
record Row(String id, String what, String published, Demand demand, double least, double tolerance, String label,
        String reason) {

    /** How a simulated value is compared with the published one. */
    enum Demand {
        /** A deviation of at most this percentage; without a published number, the check gives the deviation. */
        PERCENT,
        /** The same words. */
        EXACT,
        /** A quotient of at most this number. */
        MOST,
        /** Within a factor up or down. */
        FACTOR,
        /** A difference of at most this number. */
        POINTS,
        /** From a least to a most value. */
        RANGE,
        /** A property that the check decides. */
        HOLDS
    }

    /** {@return how far off a result is, for people} */
    String deviation(Result result) {
        return switch (demand) {
            case PERCENT -> String.format(Locale.ROOT, "%+.3f %%", percent(result));
            case FACTOR -> String.format(Locale.ROOT, "x %.2f", result.value() / number());
            case POINTS -> String.format(Locale.ROOT, "%+.1f", result.value() - number());
            default -> "";
        };
    }

    /** {@return the demand, for people} */
    String demanded() {
        return switch (demand) {
            case PERCENT -> "+-" + tolerance + " %";
            case EXACT -> "the same";
            case MOST -> "<= " + tolerance;
            case FACTOR -> "factor " + tolerance;
            case POINTS -> "+-" + tolerance;
            case RANGE -> least + " .. " + tolerance;
            case HOLDS -> "holds";
        };
    }

    /** {@return whether a miss is known and explained} */
    boolean missKnown() {
        return !reason.isEmpty();
    }

    boolean met(Result result) {
        return switch (demand) {
            case PERCENT -> Math.abs(percent(result)) <= tolerance;
            case EXACT -> result.text().equals(published);
            case MOST -> result.value() <= tolerance;
            case FACTOR -> result.value() <= number() * tolerance && result.value() >= number() / tolerance;
            case POINTS -> Math.abs(result.value() - number()) <= tolerance;
            case RANGE -> result.value() >= least && result.value() <= tolerance;
            case HOLDS -> result.holds();
        };
    }

    private double percent(Result result) {
        return numeric() ? 100 * (result.value() / number() - 1) : result.value();
    }

    private boolean numeric() {
        return published.matches("[0-9.]+");
    }

    private double number() {
        return Double.parseDouble(published);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A published result and the demand on what comes out here.
 *
 * @param id        which check belongs to it
 * @param published a number or words of the publication; a dash if the demand is ours alone
 * @param least     least value of a range
 * @param tolerance of the comparison; the most of a range
 * @param by        what was calibrated to what, or why nothing else could come out; else empty
 * @param reason    why the demand is missed, if that is known; else empty
 */
public record Row(String id, String figure, String what, String published, Demand demand, double least,
        double tolerance, Label label, String by, String reason) {
    /** Of a file, which leaves out texts that are empty. */
    public Row {
        by = Objects.requireNonNullElse(by, "");
        reason = Objects.requireNonNullElse(reason, "");
    }

    /** How a value is compared with the published one. */
    enum Demand {
        /** A deviation of at most this percentage; without a published number, the check gives the deviation. */
        PERCENT,
        /** The same words. */
        EXACT,
        /** At most this number. */
        MOST,
        /** At least this number. */
        LEAST,
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
    public String deviation(Result result) {
        return switch (demand) {
            case PERCENT -> String.format(Locale.ROOT, "%+.3f %%", percent(result));
            case FACTOR -> Double.isFinite(result.value())
                ? String.format(Locale.ROOT, "x %.2f", result.value() / number()) : "";
            case POINTS -> String.format(Locale.ROOT, "%+.1f", result.value() - number());
            default -> "";
        };
    }

    /** {@return our demand, for people} */
    public String demanded() {
        return switch (demand) {
            case PERCENT -> "+-" + tolerance + " %";
            case EXACT -> "the same";
            case MOST -> "<= " + tolerance;
            case LEAST -> ">= " + least;
            case FACTOR -> "factor " + tolerance;
            case POINTS -> "+-" + tolerance;
            case RANGE -> least + " .. " + tolerance;
            case HOLDS -> "holds";
        };
    }

    boolean missKnown() {
        return !reason.isEmpty();
    }

    public Label proves(Result result) {
        return met(result) ? label : Label.MISSED;
    }

    /** {@return the label with what it is by, or with the reason of a miss} */
    public String explained(Result result) {
        String more = met(result) ? by : reason.isEmpty() ? "no reason known" : reason;
        return proves(result).words() + (more.isEmpty() ? "" : ": " + more);
    }

    public boolean met(Result result) {
        return switch (demand) {
            case PERCENT -> Math.abs(percent(result)) <= tolerance;
            case EXACT -> result.text().equals(published);
            case MOST -> result.value() <= tolerance;
            case LEAST -> result.value() >= least;
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

    /** What a result that agrees with a publication proves. */
    public enum Label {
        /** Nothing: an input comes out again. */
        FED_IN,
        /** Nothing: nothing else could come out. */
        BY_CONSTRUCTION,
        /** That a number of the model can be chosen so that a published one comes out, and what follows from it. */
        CALIBRATED,
        /** It could have missed, and nothing in the model was chosen with it in view. */
        EMERGENT,
        /** It was measured on this host. */
        MEASURED_HERE,
        /** It does not agree. */
        MISSED;

        /** {@return its words in tables} */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /** {@return how many there are of each, in words} */
        public static String counts(Map<Label, Integer> counts) {
            return counts.entrySet().stream().map(count -> count.getValue() + " " + count.getKey().words())
                .collect(Collectors.joining(", "));
        }
    }
}

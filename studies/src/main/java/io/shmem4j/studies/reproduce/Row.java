// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A published result and the demand on what comes out here.
 *
 * <p>Numbers in {@code by} and {@code reason} come from the run: {@code {id}} stands for what the claim of that id
 * gave.
 *
 * @param id        which check belongs to it
 * @param published a number or words of the publication; a dash if the demand is ours alone
 * @param least     least value of a range
 * @param tolerance of the comparison; the most of a range
 * @param by        what was calibrated to what, or why nothing else could come out; else empty
 * @param reason    why the demand is missed, if that is known; else empty
 * @param headline  the paper's own words for a result of its abstract; else empty
 * @param chip      how its chip differs from the paper's machine; else empty
 * @param seeded    whether it depends on a seed
 */
public record Row(String id, String figure, String what, String published, Demand demand, double least,
        double tolerance, Label label, String by, String reason, String headline,
        String chip, boolean seeded) {
    private static final Pattern OTHER_CLAIM = Pattern.compile("\\{([^{}]+)}");

    /** Replaces missing fields by defaults. */
    public Row {
        by = Objects.requireNonNullElse(by, "");
        reason = Objects.requireNonNullElse(reason, "");
        headline = Objects.requireNonNullElse(headline, "");
        chip = Objects.requireNonNullElse(chip, "");
    }

    /** How a result is compared with the published one. */
    enum Demand {
        /** Deviation in percent, at most the tolerance; without a published number, the result is the deviation. */
        PERCENT,
        /** Equal text. */
        EXACT,
        /** Upper bound. */
        MOST,
        /** Lower bound. */
        LEAST,
        /** Ratio in either direction, at most the tolerance. */
        FACTOR,
        /** Percentages of time saved, compared as ratios of the remaining times. */
        TIMES,
        /** Absolute difference, at most the tolerance. */
        POINTS,
        /** Range from the least value to the tolerance. */
        RANGE,
        /** Decided by the check. */
        HOLDS
    }

    /** {@return the deviation of a result as text} */
    public String deviation(Result result) {
        return switch (demand) {
            case PERCENT -> String.format(Locale.ROOT, "%+.3f %%", percent(result));
            case FACTOR -> Double.isFinite(result.value())
                ? String.format(Locale.ROOT, "x %.2f", result.value() / number()) : "";
            case TIMES -> String.format(Locale.ROOT, "x %.2f", times(result));
            case POINTS -> String.format(Locale.ROOT, "%+.1f", result.value() - number());
            default -> "";
        };
    }

    /** {@return the demand as text} */
    public String demanded() {
        return switch (demand) {
            case PERCENT -> "+-" + tolerance + " %";
            case EXACT -> "the same";
            case MOST -> "<= " + tolerance;
            case LEAST -> ">= " + least;
            case FACTOR, TIMES -> "factor " + tolerance;
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

    /**
     * {@return the label with its basis, or the reason of a miss; {@code others} returns the result of another claim}
     */
    public String explained(Result result, UnaryOperator<String> others) {
        String more = met(result) ? by : reason.isEmpty() ? "no reason known" : reason;
        return proves(result).words() + (more.isEmpty() ? "" : ": " + filledIn(more, others));
    }

    /** {@return a text with the results of other claims inserted} */
    static String filledIn(String text, UnaryOperator<String> others) {
        return OTHER_CLAIM.matcher(text).replaceAll(found ->
            Matcher.quoteReplacement(others.apply(found.group(1))));
    }

    public boolean met(Result result) {
        return result.holds() && switch (demand) {
            case PERCENT -> Math.abs(percent(result)) <= tolerance;
            case EXACT -> result.text().equals(published);
            case MOST -> result.value() <= tolerance;
            case LEAST -> result.value() >= least;
            case FACTOR -> result.value() <= number() * tolerance && result.value() >= number() / tolerance;
            case TIMES -> times(result) <= tolerance && times(result) >= 1 / tolerance;
            case POINTS -> Math.abs(result.value() - number()) <= tolerance;
            case RANGE -> result.value() >= least && result.value() <= tolerance;
            case HOLDS -> result.holds();
        };
    }

    private double percent(Result result) {
        return numeric() ? 100 * (result.value() / number() - 1) : result.value();
    }

    private double times(Result result) {
        return (100 - number()) / (100 - result.value());
    }

    private boolean numeric() {
        return published.matches("[0-9.]+");
    }

    private double number() {
        return Double.parseDouble(published);
    }

    /** How much a result proves that agrees with the publication. */
    public enum Label {
        FED_IN("nothing: an input comes out again"),
        BY_CONSTRUCTION("nothing: nothing else could come out"),
        ASSUMED("nothing yet: it rests on a number that has no source, which the row names"),
        CALIBRATED("that a number of the model can be chosen so that a published one comes out, or what follows from"
            + " such a number; the row says which, and to which"),
        MEASURED_HERE("something about this host, where no model is between"),
        EMERGENT("something: it could have missed, and nothing in the model was chosen with it in view"),
        MISSED("the opposite; the row says why, where that is known");

        private final String proves;

        Label(String proves) {
            this.proves = proves;
        }

        /** {@return the label's name in tables} */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        String proves() {
            return proves;
        }

        /** {@return the number of rows with each label, as text} */
        public static String counts(Map<Label, Integer> counts) {
            return counts.entrySet().stream().map(count -> count.getValue() + " " + count.getKey().words())
                .collect(Collectors.joining(", "));
        }
    }
}

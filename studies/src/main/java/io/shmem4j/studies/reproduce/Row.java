// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A published result and the demand on what comes out here.
 *
 * @param id        names its check
 * @param published a number or words of the publication; a dash if the demand is ours alone
 * @param lo        lower bound of the result's value, or null
 * @param hi        upper bound of the result's value, or null
 * @param by        what was calibrated to what, or why nothing else could come out; else empty
 * @param reason    why the demand is missed, if that is known; else empty
 * @param headline  a result of the paper's abstract or conclusion, in its words; else empty
 * @param here      of a headline: what comes out, with {@code {}} for the value, or {@code {off}} for its distance
 *                  from 1 in percent
 * @param cause     of a headline: the class of its miss; else empty
 * @param seeded    whether it depends on a seed
 * @param partly    of a headline: whether the result supports only a part of it
 * @param unreachable whether the paper itself or unpublished code stands against the demand, as the reason says
 */
public record Row(String id, String figure, String what, String published, Double lo, Double hi, Label label,
        String by, String reason, String headline, String here, String cause, boolean seeded, boolean partly,
        boolean unreachable) {
    /** Significant digits of a result on a first page and on the paper's own. */
    private static final int FEW = 2;
    private static final int MOST = 4;
    private static final double PERCENT = 100;

    /** Replaces missing texts by empty ones. */
    public Row {
        by = Objects.requireNonNullElse(by, "");
        reason = Objects.requireNonNullElse(reason, "");
        headline = Objects.requireNonNullElse(headline, "");
        here = Objects.requireNonNullElse(here, "{}");
        cause = Objects.requireNonNullElse(cause, "");
    }

    /** {@return the demand as text} */
    public String demanded() {
        return lo == null ? "≤" + text(hi) : hi == null ? "≥" + text(lo) : lo < 0 && -lo == hi ? "±" + text(hi)
            : text(lo) + ".." + text(hi);
    }

    private static String text(double bound) {
        return new BigDecimal(bound, new MathContext(MOST)).stripTrailingZeros().toPlainString();
    }

    private static String rounded(double value, int digits) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact = new BigDecimal(value);
        return exact.round(new MathContext(Math.max(digits, exact.precision() - exact.scale()))).toPlainString();
    }

    /** {@return a result with three digits, or more if its verdict needs them} */
    String shown(Result result) {
        if (result.text() != null) {
            return result.text();
        }
        String text = rounded(result.value(), FEW + 1);
        return met(Result.of(Double.parseDouble(text))) == met(Result.of(result.value())) ? text
            : rounded(result.value(), MOST);
    }

    /** {@return a headline's result in words and two digits} */
    String sentence(Result result) {
        return here.replace("{}", result.text() == null ? rounded(result.value(), FEW) : result.text())
            .replace("{off}", rounded(PERCENT * Math.abs(result.value() - 1), FEW));
    }

    /** {@return whether a result meets the demand, with every seed} */
    public boolean met(Result result) {
        return result.value() >= (lo == null ? Double.NEGATIVE_INFINITY : lo)
            && result.value() <= (hi == null ? Double.POSITIVE_INFINITY : hi)
            && result.tries() - result.met() <= 0;
    }

    public Label proves(Result result) {
        return met(result) ? label : unreachable ? Label.UNREACHABLE : Label.MISSED;
    }

    /** {@return the label with its basis, or the reason of a miss} */
    String explained(Result result) {
        String more = met(result) ? by : reason.isEmpty() ? "no reason known" : reason;
        return proves(result).words() + (more.isEmpty() ? "" : ": " + more);
    }

    /** What agreement with the publication proves, from nothing up. */
    public enum Label {
        /** An input comes out again. */
        FED_IN,
        /** Nothing else could come out. */
        BY_CONSTRUCTION,
        /** It rests on a number or a reading that has no source. */
        ASSUMED,
        /** A number of the model was chosen so that this, or what it follows from, comes out. */
        CALIBRATED,
        /** It could have missed, and nothing in the model was chosen with it in view. */
        EMERGENT,
        /** The opposite. */
        MISSED,
        /** It is missed, and the paper itself or unpublished code is the reason. */
        UNREACHABLE;

        /** {@return the label's name in tables} */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /** {@return the number of rows with each label, as text} */
        public static String counts(Map<Label, Integer> counts) {
            return counts.entrySet().stream().map(count -> count.getValue() + " " + count.getKey().words())
                .collect(Collectors.joining(", "));
        }
    }
}

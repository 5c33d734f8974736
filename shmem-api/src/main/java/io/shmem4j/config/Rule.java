// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import io.shmem4j.config.Variable.Kind;
import java.util.List;
import java.util.Locale;

/** The values that a variable may have: the test of a value, and a description for users. */
public final class Rule {
    /** Any value, even an empty one. */
    public static final Rule FLAG = new Rule(Kind.FLAG, 0, 0, List.of());
    /** A size, see {@link ByteSize}, of at least one byte, because a heap can't be empty. */
    public static final Rule SIZE = new Rule(Kind.SIZE, 1, Long.MAX_VALUE, List.of());
    public static final Rule TEXT = new Rule(Kind.TEXT, 0, 0, List.of());
    /** A value that the launcher sets. */
    public static final Rule INTERNAL = new Rule(Kind.INTERNAL, 0, 0, List.of());
    public static final Rule INTEGER = range(Integer.MIN_VALUE, Integer.MAX_VALUE);

    final Kind kind;
    private final long least;
    private final long most;
    private final List<String> words;

    private Rule(Kind kind, long least, long most, List<String> words) {
        this.kind = kind;
        this.least = least;
        this.most = most;
        this.words = words;
    }

    static Rule range(int least, int most) {
        return new Rule(Kind.INTEGER, least, most, List.of());
    }

    /** {@return a rule for one of these words, in any case} */
    static Rule oneOf(String... words) {
        return new Rule(Kind.WORD, 0, 0, List.of(words));
    }

    /** {@return the permitted values, for users; empty if all are permitted} */
    String allowed() {
        return switch (kind) {
            case FLAG, TEXT, INTERNAL -> "";
            case SIZE -> "at least 1 byte";
            case INTEGER -> least == Integer.MIN_VALUE ? "" : "from " + least
                + (most == Integer.MAX_VALUE ? "" : " to " + most);
            case WORD -> String.join(", ", words);
        };
    }

    /** {@return the reason why a value is refused, written to follow {@code NAME=VALUE}, or null} */
    String problem(String value) {
        return switch (kind) {
            case FLAG, TEXT, INTERNAL -> null;
            case SIZE -> size(value);
            case INTEGER -> isInRange(value.strip()) ? null
                : (" is not a whole number " + allowed()).stripTrailing();
            case WORD -> words.contains(value.strip().toLowerCase(Locale.ROOT)) ? null
                : ": it is one of " + allowed();
        };
    }

    private String size(String value) {
        try {
            return ByteSize.parse(value) >= least ? null : ": a size of " + allowed();
        } catch (IllegalArgumentException e) {
            return ": " + e.getMessage();
        }
    }

    private boolean isInRange(String value) {
        boolean signed = value.startsWith("-") || value.startsWith("+");
        for (int at = signed ? 1 : 0; at < value.length(); at++) {
            if (!ByteSize.isDigit(value.charAt(at))) {
                return false;
            }
        }
        try {
            long number = Long.parseLong(value);
            return number >= least && number <= most;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}

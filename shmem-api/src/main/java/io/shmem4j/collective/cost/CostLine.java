// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import io.shmem4j.collective.cost.CostTable.Malformed;

/**
 * A line of a table. Parsed by hand, because the first collective of each PE reads a table in code that is not compiled
 * yet.
 */
final class CostLine {
    private static final int MOST_DIGITS = 15;

    private final String file;
    private final int number;
    private final String text;
    private int at;

    CostLine(String file, int number, String text) {
        this.file = file;
        this.number = number;
        this.text = text;
    }

    boolean more() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at < text.length() && text.charAt(at) != '#';
    }

    String word(String field) {
        if (!more()) {
            throw wrong(field, "is missing");
        }
        int begin = at;
        int end = text.indexOf(' ', at);
        at = end < 0 ? text.length() : end;
        return text.substring(begin, at);
    }

    String rest(String field) {
        if (!more()) {
            throw wrong(field, "is missing");
        }
        String rest = text.substring(at).stripTrailing();
        at = text.length();
        return rest;
    }

    int whole(String field, int least) {
        String word = word(field);
        long value = digits(field, word, 0, word.length());
        if (value < least || value > Integer.MAX_VALUE) {
            throw wrong(field, "must be a whole number from " + least + ", not " + word);
        }
        return (int) value;
    }

    int algorithm(Operation operation) {
        String name = word("algorithm");
        int algorithm = operation.ordinal(name);
        if (algorithm == 0) {
            throw wrong("algorithm", operation.word() + " has no '" + name + "'");
        }
        return algorithm;
    }

    /** {@return the number after the next word, which must be the field's name} */
    double named(String field) {
        String name = word(field);
        if (!name.equals(field)) {
            throw wrong(field, "is missing; there is '" + name + "' in its place");
        }
        return nanos(field);
    }

    double nanos(String field) {
        String word = word(field);
        double value = number(word);
        if (value >= 0 && value < Double.POSITIVE_INFINITY) {
            return value;
        }
        throw wrong(field, "'" + word + "' is not a number of nanoseconds");
    }

    private static double number(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    void time(long[] to) {
        String word = word("time");
        int equals = word.indexOf('=');
        if (equals < 0) {
            throw wrong("time", "'" + word + "' is not bytes=nanoseconds");
        }
        to[0] = digits("time", word, 0, equals);
        to[1] = digits("time", word, equals + 1, word.length());
        if (to[1] == 0) {
            throw wrong("time", "'" + word + "' takes no time");
        }
    }

    private long digits(String field, String word, int begin, int end) {
        if (end - begin > MOST_DIGITS) {
            throw wrong(field, "'" + word + "' has more than " + MOST_DIGITS + " digits");
        }
        long value = 0;
        for (int i = begin; i < end; i++) {
            int digit = word.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw wrong(field, "'" + word + "' is not a whole number");
            }
            value = 10 * value + digit;
        }
        if (begin == end) {
            throw wrong(field, "'" + word + "' is not a whole number");
        }
        return value;
    }

    void skip() {
        at = text.length();
    }

    /** Refuses further words. */
    void end() {
        if (more()) {
            throw wrong("end of the line", "'" + word("end") + "' is too much");
        }
    }

    Malformed wrong(String field, String problem) {
        return new Malformed(file, number, field, problem);
    }
}

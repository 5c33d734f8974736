// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The specification's grammar of sizes: a non-negative number, whole or decimal, and a letter k, m, g or t for powers
 * of 1024. Text after the letter is ignored; a fraction of a byte is rounded up.
 */
public final class ByteSize {
    private static final String SUFFIXES = "kmgt";
    private static final int SURELY_A_LONG = 18;

    private ByteSize() {
    }

    /**
     * {@return the number of bytes of a text such as {@code 512}, {@code 3.1M} or {@code .5g}} Throws an exception for
     * other texts.
     */
    public static long parse(String text) {
        String value = text.strip();
        int end = 0;
        while (end < value.length() && (isDigit(value.charAt(end)) || value.charAt(end) == '.')) {
            end++;
        }
        int power = 0;
        if (end < value.length()) {
            power = SUFFIXES.indexOf(Character.toLowerCase(value.charAt(end))) + 1;
            if (power == 0) {
                throw new IllegalArgumentException("a size is a number with an optional suffix k, m, g or t, not '"
                    + text + "'");
            }
        }
        String digits = value.substring(0, end);
        if (end > 0 && end <= SURELY_A_LONG && digits.indexOf('.') < 0) {
            // Every PE parses its heap's size when it starts, and loading the class of decimal numbers takes 50 ms.
            long whole = Long.parseLong(digits);
            if (whole <= Long.MAX_VALUE >> 10 * power) {
                return whole << 10 * power;
            }
        }
        return withFraction(digits, power, text);
    }

    private static long withFraction(String digits, int power, String text) {
        BigDecimal number;
        try {
            number = new BigDecimal(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a size is a number with an optional suffix k, m, g or t, not '"
                + text + "'", e);
        }
        BigDecimal bytes = number.multiply(BigDecimal.valueOf(1L << 10 * power)).setScale(0, RoundingMode.CEILING);
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is more than any machine has");
        }
        return bytes.longValueExact();
    }

    /** {@return whether a character is an ASCII digit} */
    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** {@return the size in readable form, such as {@code 64 MiB} or {@code 1.5 GiB}} */
    public static String format(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        int power = Math.min(4, (63 - Long.numberOfLeadingZeros(bytes)) / 10);
        double scaled = bytes / (double) (1L << 10 * power);
        String digits = scaled == Math.rint(scaled) ? String.format(Locale.ROOT, "%.0f", scaled)
            : String.format(Locale.ROOT, "%.1f", scaled);
        return digits + " " + "KMGT".charAt(power - 1) + "iB";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/** A test moved or computed wrong data. Ends the job with status 1. */
public final class WrongResultException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * A finding.
     *
     * @param message the first element that differs, with its value and the right one
     */
    public WrongResultException(String message) {
        super(message);
    }

    public static void check(String what, long index, long actual, long expected) {
        if (actual != expected) {
            throw new WrongResultException(what + ": element " + index + " is " + actual + ", not " + expected);
        }
    }

    /**
     * Compares a number that was computed with rounding.
     *
     * @param tolerance how far it may be off, as a part of what it should be, or of 1 where that is less
     */
    public static void near(String what, double actual, double expected, double tolerance) {
        if (!(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
            throw new WrongResultException(what + " is " + actual + ", not " + expected);
        }
    }
}

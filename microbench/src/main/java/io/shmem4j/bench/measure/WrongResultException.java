// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/** Thrown if an operation has produced wrong data. The job ends with status 1. */
public final class WrongResultException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WrongResultException(String message) {
        super(message);
    }

    public static void check(String what, long index, long actual, long expected) {
        if (actual != expected) {
            throw new WrongResultException(what + ": element " + index + " is " + actual + ", not " + expected);
        }
    }
}

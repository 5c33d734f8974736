// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.SymmetricInts;
import io.shmem4j.bench.measure.WrongResultException;

/** What arrays hold: a number for each PE and element. */
final class Numbers {
    private static final int OF_PE = 1_000_003;
    private static final int OF_ELEMENT = 7;

    private Numbers() {
    }

    static int number(int pe, int element) {
        return pe * OF_PE + element * OF_ELEMENT + 1;
    }

    static void fill(SymmetricInts array, int pe) {
        for (int i = 0; i < array.length(); i++) {
            array.set(i, number(pe, i));
        }
    }

    /** Looks whether elements of a PE, from one on, have arrived at a place. */
    static void check(String what, SymmetricInts dest, int at, int count, int pe, int from) {
        for (int i = 0; i < count; i++) {
            WrongResultException.check(what, at + i, dest.get(at + i), number(pe, from + i));
        }
    }
}

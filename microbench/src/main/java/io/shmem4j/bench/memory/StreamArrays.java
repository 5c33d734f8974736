// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.bench.measure.WrongResultException;

/** Three arrays of a PE and the four kernels over a part of them. */
abstract class StreamArrays {
    private static final double TOLERANCE = 1e-13;

    private final String name;
    private final int length;

    StreamArrays(String name, int length) {
        this.name = name;
        this.length = length;
    }

    final String name() {
        return name;
    }

    final int length() {
        return length;
    }

    abstract double a(int i);

    abstract double b(int i);

    abstract double c(int i);

    abstract void set(int i, double a, double b, double c);

    abstract void copy(int from, int to);

    abstract void scale(int from, int to);

    abstract void add(int from, int to);

    abstract void triad(int from, int to);

    final void run(StreamKernel kernel, int from, int to) {
        switch (kernel) {
            case COPY -> copy(from, to);
            case SCALE -> scale(from, to);
            case ADD -> add(from, to);
            case TRIAD -> triad(from, to);
        }
    }

    final void fill() {
        for (int i = 0; i < length; i++) {
            set(i, 1, 2, 0);
        }
    }

    /** Compares every element with what some rounds of all four kernels give, or one kernel alone. */
    final void check(StreamKernel only, long rounds) {
        double a = 1;
        double b = 2;
        double c = 0;
        for (long round = 0; round < rounds; round++) {
            c = only == null || only == StreamKernel.COPY ? a : c;
            b = only == null || only == StreamKernel.SCALE ? StreamKernel.FACTOR * c : b;
            c = only == null || only == StreamKernel.ADD ? a + b : c;
            a = only == null || only == StreamKernel.TRIAD ? b + StreamKernel.FACTOR * c : a;
            if (only != null) {
                break;
            }
        }
        for (int i = 0; i < length; i++) {
            check("a", i, a(i), a);
            check("b", i, b(i), b);
            check("c", i, c(i), c);
        }
    }

    private void check(String array, int i, double actual, double expected) {
        if (Math.abs(actual - expected) > TOLERANCE * Math.abs(expected)) {
            throw new WrongResultException(name + ", array " + array + ": element " + i + " is " + actual + ", not "
                + expected);
        }
    }
}

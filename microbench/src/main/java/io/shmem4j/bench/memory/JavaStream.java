// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

/** Arrays on the Java heap, in loops that the compiler vectorises by itself. */
final class JavaStream extends StreamArrays {
    private final double[] a;
    private final double[] b;
    private final double[] c;

    JavaStream(int length) {
        super("Java arrays", length);
        a = new double[length];
        b = new double[length];
        c = new double[length];
    }

    @Override
    double a(int i) {
        return a[i];
    }

    @Override
    double b(int i) {
        return b[i];
    }

    @Override
    double c(int i) {
        return c[i];
    }

    @Override
    void set(int i, double newA, double newB, double newC) {
        a[i] = newA;
        b[i] = newB;
        c[i] = newC;
    }

    @Override
    void copy(int from, int to) {
        double[] x = a;
        double[] z = c;
        for (int i = from; i < to; i++) {
            z[i] = x[i];
        }
    }

    @Override
    void scale(int from, int to) {
        double[] y = b;
        double[] z = c;
        for (int i = from; i < to; i++) {
            y[i] = StreamKernel.FACTOR * z[i];
        }
    }

    @Override
    void add(int from, int to) {
        double[] x = a;
        double[] y = b;
        double[] z = c;
        for (int i = from; i < to; i++) {
            z[i] = x[i] + y[i];
        }
    }

    @Override
    void triad(int from, int to) {
        double[] x = a;
        double[] y = b;
        double[] z = c;
        for (int i = from; i < to; i++) {
            x[i] = y[i] + StreamKernel.FACTOR * z[i];
        }
    }
}

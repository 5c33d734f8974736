// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.Team;
import java.util.Arrays;
import java.util.Locale;

/**
 * Solves Poisson's equation on a square grid by conjugate gradients. Rows are dealt out in bands; before each product a
 * PE puts its outer rows into the halos of its neighbours, with a signal. Each scalar product is a sum of one number of
 * each PE: {@code world.sumReduce(mine)}.
 *
 * <p>Each loop is a method of its own over Java arrays. The right-hand side is that of a solution of ones.
 *
 * <p>Arguments: rows and columns (default 128), norm of the residual that ends it (default 1e-8).
 */
public final class ConjugateGradient {
    private final Shmem shmem;
    private final Team world;
    private final int size;
    private final int rows;
    /** Upper and lower halo row, for two steps in turns, because a neighbour may be one step ahead. */
    private final SymmetricDoubles halos;
    private final Signal fromAbove;
    private final Signal fromBelow;
    private int step;

    private ConjugateGradient(Shmem shmem, int size) {
        this.shmem = shmem;
        this.world = shmem.world();
        this.size = size;
        this.rows = firstRow(shmem.myPe() + 1) - firstRow(shmem.myPe());
        this.halos = shmem.allocateDoubles(4L * size).named("halos");
        this.fromAbove = shmem.allocateSignal();
        this.fromBelow = shmem.allocateSignal();
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("poisson [rows [residual]]", args, 2);
        int size = arguments.count(0, 128);
        double rest = arguments.real(1, 1e-8);
        try (Shmem shmem = Shmem.init()) {
            if (size < shmem.nPes()) {
                throw new IllegalArgumentException(size + " rows can't be cut for " + shmem.nPes() + " PEs");
            }
            new ConjugateGradient(shmem, size).solve(rest);
            shmem.finish();
        }
    }

    private int firstRow(int pe) {
        return (int) ((long) size * pe / shmem.nPes());
    }

    /** Vectors have a halo row above and below this PE's rows. */
    private double[] vector() {
        return new double[(rows + 2) * size];
    }

    private void solve(double rest) {
        double[] ones = vector();
        double[] x = vector();
        double[] residual = vector();
        double[] direction = vector();
        double[] product = vector();
        Arrays.fill(ones, size, (rows + 1) * size, 1);
        multiply(ones, residual);
        add(direction, 1, residual);
        double start = shmem.time();
        double norm = world.sumReduce(dot(residual, residual));
        int steps = 0;
        while (Math.sqrt(norm) > rest) {
            multiply(direction, product);
            double alpha = norm / world.sumReduce(dot(direction, product));
            add(x, alpha, direction);
            add(residual, -alpha, product);
            double next = world.sumReduce(dot(residual, residual));
            turn(direction, next / norm, residual);
            norm = next;
            steps++;
        }
        double seconds = shmem.time() - start;
        add(x, -1, ones);
        double error = Math.sqrt(world.sumReduce(dot(x, x))) / size;
        if (!(error < 1e-6)) {
            throw new AssertionError("the solution is off by " + error);
        }
        if (shmem.myPe() == 0) {
            System.out.printf(Locale.ROOT, "%d x %d equations on %d PEs: %d steps of %.1f us%n", size, size,
                shmem.nPes(), steps, seconds / steps * 1e6);
        }
    }

    /** The product of the matrix and a vector, whose halo comes from the neighbours. */
    private void multiply(double[] from, double[] to) {
        int me = shmem.myPe();
        int last = shmem.nPes() - 1;
        int buffer = ++step % 2 * 2 * size;
        if (me > 0) {
            shmem.putSignal(halos, buffer + size, from, size, size, fromBelow, step, SignalOp.SET, me - 1);
        }
        if (me < last) {
            shmem.putSignal(halos, buffer, from, rows * size, size, fromAbove, step, SignalOp.SET, me + 1);
            fromBelow.waitUntil(Cmp.GE, step);
            shmem.get(from, (rows + 1) * size, halos, buffer + size, size, me);
        }
        if (me > 0) {
            fromAbove.waitUntil(Cmp.GE, step);
            shmem.get(from, 0, halos, buffer, size, me);
        }
        for (int row = 1; row <= rows; row++) {
            multiply(from, to, row * size, size);
        }
    }

    private static void multiply(double[] from, double[] to, int start, int size) {
        for (int i = start; i < start + size; i++) {
            double left = i == start ? 0 : from[i - 1];
            double right = i == start + size - 1 ? 0 : from[i + 1];
            to[i] = 4 * from[i] - left - right - from[i - size] - from[i + size];
        }
    }

    private double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = size; i < (rows + 1) * size; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private void add(double[] to, double factor, double[] other) {
        for (int i = size; i < (rows + 1) * size; i++) {
            to[i] += factor * other[i];
        }
    }

    private void turn(double[] direction, double factor, double[] residual) {
        for (int i = size; i < (rows + 1) * size; i++) {
            direction[i] = residual[i] + factor * direction[i];
        }
    }
}

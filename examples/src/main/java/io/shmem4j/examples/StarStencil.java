// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.SymmetricDoubles;
import java.util.Arrays;
import java.util.Locale;

/**
 * The star stencil of the Parallel Research Kernels. Each iteration adds to each inner point of a result the weighted
 * differences of the grid's points within a radius, along rows and columns, and then adds 1 to all points of the grid.
 *
 * <p>Each PE has a band of rows. Before each iteration it puts its first and last rows into the halos of its
 * neighbours, which are double as in {@link Heat}. A point of the grid starts as row plus column, so each iteration
 * must add both slopes, 2 in all, to each point of the result.
 *
 * <p>Arguments: rows and columns of the grid (default 1000), radius (default 2), iterations (default 10).
 */
public final class StarStencil {
    private final Shmem shmem;
    private final int n;
    private final int radius;
    private final int first;
    private final int rows;
    private final double[] in;
    private final double[] out;
    private final SymmetricDoubles halos;
    private final Signal fromAbove;
    private final Signal fromBelow;

    private StarStencil(Shmem shmem, int n, int radius) {
        this.shmem = shmem;
        this.n = n;
        this.radius = radius;
        this.first = firstRow(shmem.myPe());
        this.rows = firstRow(shmem.myPe() + 1) - first;
        this.in = new double[(rows + 2 * radius) * n];
        this.out = new double[rows * n];
        for (int i = 0; i < out.length; i++) {
            in[radius * n + i] = first + i / n + i % n;
        }
        this.halos = shmem.allocateDoubles(4L * radius * n).named("halos");
        Signals arrived = shmem.allocateSignals(2).named("arrived");
        this.fromAbove = arrived.get(0);
        this.fromBelow = arrived.get(1);
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("stencil [rows [radius [iterations]]]", args, 3);
        int n = arguments.count(0, 1000);
        int radius = arguments.count(1, 2);
        int iterations = arguments.count(2, 10);
        try (Shmem shmem = Shmem.init()) {
            if (n / shmem.nPes() < radius || n <= 2 * radius) {
                throw new IllegalArgumentException("a grid of " + n + " rows is too small for " + shmem.nPes()
                    + " PEs and a star of radius " + radius);
            }
            StarStencil stencil = new StarStencil(shmem, n, radius);
            shmem.barrierAll();
            double start = shmem.time();
            for (int k = 1; k <= iterations; k++) {
                stencil.exchange(k);
                stencil.compute();
                stencil.grow();
            }
            double seconds = shmem.world().maxReduce(shmem.time() - start) / iterations;
            double points = (n - 2.0 * radius) * (n - 2.0 * radius);
            double norm = shmem.world().sumReduce(Arrays.stream(stencil.out).map(Math::abs).sum()) / points;
            if (Math.abs(norm - 2.0 * iterations) > 1e-8 * iterations) {
                throw new AssertionError("the norm is " + norm + ", not " + 2 * iterations);
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "star of radius %d over %d x %d points on %d PEs: %.3f ms, %.1f "
                    + "MFlops/s%n", radius, n, n, shmem.nPes(), seconds * 1e3,
                    (2 * (4 * radius + 1) + 1) * points / seconds * 1e-6);
            }
            shmem.finish();
        }
    }

    private int firstRow(int pe) {
        return (int) ((long) n * pe / shmem.nPes());
    }

    private void exchange(int iteration) {
        int me = shmem.myPe();
        int length = radius * n;
        int buffer = iteration % 2 * 2 * length;
        // A neighbour may see the signal of a later iteration first, and must then have the data of this one.
        shmem.fence();
        if (me > 0) {
            shmem.putSignal(halos, buffer + length, in, length, length, fromBelow, iteration, SignalOp.SET, me - 1);
        }
        if (me < shmem.nPes() - 1) {
            shmem.putSignal(halos, buffer, in, rows * n, length, fromAbove, iteration, SignalOp.SET, me + 1);
            fromBelow.waitUntil(Cmp.GE, iteration);
            shmem.get(in, rows * n + length, halos, buffer + length, length, me);
        }
        if (me > 0) {
            fromAbove.waitUntil(Cmp.GE, iteration);
            shmem.get(in, 0, halos, buffer, length, me);
        }
    }

    private void compute() {
        int end = Math.min(n - radius - first, rows);
        for (int y = Math.max(radius - first, 0); y < end; y++) {
            for (int k = 1; k <= radius; k++) {
                row(in, out, (y + radius) * n + radius, y * n + radius, n - 2 * radius, k, n);
            }
        }
    }

    /** Adds the differences of the points at one distance to a row of the result. */
    private void row(double[] from, double[] to, int at, int result, int length, int distance, int pitch) {
        double weight = 1.0 / (2.0 * distance * radius);
        int below = at + distance * pitch;
        int above = at - distance * pitch;
        for (int x = 0; x < length; x++) {
            to[result + x] += weight * (from[at + x + distance] - from[at + x - distance] + from[below + x]
                - from[above + x]);
        }
    }

    private void grow() {
        for (int i = 0; i < out.length; i++) {
            in[radius * n + i]++;
        }
    }
}

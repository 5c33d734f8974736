// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Solves a sparse system by conjugate gradients, in the way of the mini-application HPCCG for MPI. Each PE has a block
 * of points and the rows of its points in the matrix; blocks are stacked, and a point depends on the 26 around it.
 *
 * <p>The exchange knows nothing of blocks: each PE finds in its rows which points of others it needs, and asks their
 * owners once, by one {@code alltoallv}. Before each product the owners put these points behind each other into the
 * halo of the PE, with a signal; a signal back says that the halo may be filled again.
 *
 * <p>The solution is one everywhere. Arguments: points of a block along each side (default 20), norm of the residual
 * that ends it (default 1e-8).
 */
public final class SparseSolver {
    private static final int NEIGHBOURS = 27;

    private final Shmem shmem;
    private final Team world;
    private final int me;
    private final int nPes;
    private final int side;
    private final int rows;
    /** Entries by rows, behind each other: a row's end, columns, values. Others' points are columns behind all rows. */
    private final int[] ends;
    private final int[] columns;
    private final double[] values;
    /** Points that this PE needs, by owner, and that others need of it, by PE; the latter as rows of this PE. */
    private final long[] needed;
    private final long[] given;
    private final int[] givenRows;
    private final double[] packed;
    /** Places where the points of this PE begin in the halo of each other. */
    private final SymmetricLongs places;
    private final SymmetricDoubles halo;
    private final int haloLength;
    private final SymmetricLongs arrived;
    private final SymmetricLongs free;
    private int step;

    private SparseSolver(Shmem shmem, int side) {
        this.shmem = shmem;
        this.world = shmem.world();
        this.me = shmem.myPe();
        this.nPes = shmem.nPes();
        this.side = side;
        this.rows = side * side * side;
        this.ends = new int[rows];
        this.columns = new int[rows * NEIGHBOURS];
        this.values = new double[rows * NEIGHBOURS];
        long[] others = fill();
        this.haloLength = others.length;
        this.needed = new long[nPes];
        int longest = Math.max(1, world.maxReduce(others.length));
        SymmetricLongs needs = shmem.allocateLongs(longest);
        SymmetricLongs begins = shmem.allocateLongs(nPes);
        this.places = shmem.allocateLongs(nPes);
        for (int i = 0; i < others.length; i++) {
            needs.set(i, others[i] % rows);
            needed[(int) (others[i] / rows)]++;
        }
        for (int pe = 1; pe < nPes; pe++) {
            begins.set(pe, begins.get(pe - 1) + needed[pe - 1]);
        }
        SymmetricLongs wanted = shmem.allocateLongs((long) longest * nPes);
        this.given = world.alltoallv(wanted, needs, needed);
        world.alltoall(places, begins, 1);
        this.givenRows = new int[(int) Arrays.stream(given).sum()];
        Arrays.setAll(givenRows, i -> (int) wanted.get(i));
        this.packed = new double[givenRows.length];
        this.halo = shmem.allocateDoubles(longest).named("halo");
        this.arrived = shmem.allocateLongs(nPes);
        this.free = shmem.allocateLongs(nPes);
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("sparse [side [residual]]", args, 2);
        int side = arguments.count(0, 20);
        double rest = arguments.real(1, 1e-8);
        try (Shmem shmem = Shmem.init()) {
            new SparseSolver(shmem, side).solve(rest);
            shmem.finish();
        }
    }

    /** Fills the matrix, and returns the numbers of the others' points in it, in order. */
    private long[] fill() {
        TreeSet<Long> others = new TreeSet<>();
        long[] numbers = new long[columns.length];
        int entry = 0;
        for (int row = 0; row < rows; row++) {
            for (int near = 0; near < NEIGHBOURS; near++) {
                int x = row % side + near % 3 - 1;
                int y = row / side % side + near / 3 % 3 - 1;
                long z = (long) me * side + row / (side * side) + near / 9 - 1;
                if (x >= 0 && x < side && y >= 0 && y < side && z >= 0 && z < (long) nPes * side) {
                    numbers[entry] = (z * side + y) * side + x;
                    values[entry] = near == NEIGHBOURS / 2 ? NEIGHBOURS : -1;
                    if (numbers[entry] / rows != me) {
                        others.add(numbers[entry]);
                    }
                    entry++;
                }
            }
            ends[row] = entry;
        }
        long[] sorted = others.stream().mapToLong(Long::longValue).toArray();
        for (int i = 0; i < entry; i++) {
            columns[i] = numbers[i] / rows == me ? (int) (numbers[i] % rows)
                : rows + Arrays.binarySearch(sorted, numbers[i]);
        }
        return sorted;
    }

    private void solve(double rest) {
        double[] x = new double[rows];
        double[] residual = new double[rows];
        double[] direction = new double[rows + haloLength];
        double[] product = new double[rows];
        Arrays.fill(direction, 0, rows, 1);
        multiply(direction, residual);
        System.arraycopy(residual, 0, direction, 0, rows);
        double start = shmem.time();
        double norm = dot(residual, residual);
        int steps = 0;
        for (; Math.sqrt(norm) > rest; steps++) {
            multiply(direction, product);
            double alpha = norm / dot(direction, product);
            add(x, alpha, direction, 1);
            add(residual, -alpha, product, 1);
            double next = dot(residual, residual);
            add(direction, 1, residual, next / norm);
            norm = next;
        }
        double seconds = shmem.time() - start;
        double worst = world.maxReduce(Arrays.stream(x).map(value -> Math.abs(value - 1)).max().orElse(0));
        if (!(worst < 1e-6)) {
            throw new AssertionError("the solution is off by " + worst);
        }
        long entries = world.sumReduce((long) ends[rows - 1]);
        if (me == 0) {
            System.out.printf(Locale.ROOT, "%d rows with %d entries on %d PEs: %d steps of %.1f us%n",
                (long) rows * nPes, entries, nPes, steps, seconds / steps * 1e6);
        }
    }

    private void multiply(double[] from, double[] to) {
        exchange(from);
        int entry = 0;
        for (int row = 0; row < rows; row++) {
            double sum = 0;
            for (; entry < ends[row]; entry++) {
                sum += values[entry] * from[columns[entry]];
            }
            to[row] = sum;
        }
    }

    /** Brings the points of others behind a vector's own. */
    private void exchange(double[] vector) {
        step++;
        int at = 0;
        for (int pe = 0; pe < nPes; pe++) {
            int count = (int) given[pe];
            for (int i = at; i < at + count; i++) {
                packed[i] = vector[givenRows[i]];
            }
            if (count > 0) {
                free.signal(pe).waitUntil(Cmp.GE, step - 1);
                shmem.putSignal(halo, places.get(pe), packed, at, count, arrived.signal(me), step, SignalOp.SET, pe);
            }
            at += count;
        }
        for (int pe = 0; pe < nPes; pe++) {
            if (needed[pe] > 0) {
                arrived.signal(pe).waitUntil(Cmp.GE, step);
            }
        }
        shmem.get(vector, rows, halo, 0, haloLength, me);
        for (int pe = 0; pe < nPes; pe++) {
            if (needed[pe] > 0) {
                shmem.signalSet(free.signal(me), step, pe);
            }
        }
    }

    private double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += a[i] * b[i];
        }
        return world.sumReduce(sum);
    }

    /** Makes a to b * scale + a * keep. */
    private void add(double[] a, double scale, double[] b, double keep) {
        for (int i = 0; i < rows; i++) {
            a[i] = b[i] * scale + a[i] * keep;
        }
    }
}

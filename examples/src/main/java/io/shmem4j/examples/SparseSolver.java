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
 * A conjugate gradient solver for a sparse system, like the MPI mini-application HPCCG. Each PE has a cube of points,
 * and the matrix rows of these points. The cubes are stacked, and a point depends on the 26 points around it.
 *
 * <p>The communication does not depend on this geometry. Each PE collects the remote points in its rows, and requests
 * them from their owners once, by an {@code alltoallv}. Before each product the owners put these points into the PE's
 * halo, with a signal. The PE signals back when the halo can be overwritten.
 *
 * <p>The solution is 1 at all points. Arguments: points along a side of a cube (default 20), norm of the residual at
 * which to stop (default 1e-8).
 */
public final class SparseSolver {
    private static final int NEIGHBOURS = 27;

    private final Shmem shmem;
    private final Team world;
    private final int me;
    private final int nPes;
    private final int side;
    private final int rows;
    /** The matrix in CSR format: ends of rows, columns, values. Remote columns follow the local ones. */
    private final int[] ends;
    private final int[] columns;
    private final double[] values;
    /** Number of points that this PE receives from, and sends to, each other PE, and its rows to send. */
    private final long[] received;
    private final long[] sent;
    private final int[] sentRows;
    private final double[] packed;
    /** Index of this PE's first point in the halo of each PE. */
    private final SymmetricLongs starts;
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
        long[] remote = fill();
        this.haloLength = remote.length;
        this.received = new long[nPes];
        int longest = Math.max(1, world.maxReduce(remote.length));
        SymmetricLongs needs = shmem.allocateLongs(longest);
        SymmetricLongs begins = shmem.allocateLongs(nPes);
        this.starts = shmem.allocateLongs(nPes);
        for (int i = 0; i < remote.length; i++) {
            needs.set(i, remote[i] % rows);
            received[(int) (remote[i] / rows)]++;
        }
        for (int pe = 1; pe < nPes; pe++) {
            begins.set(pe, begins.get(pe - 1) + received[pe - 1]);
        }
        SymmetricLongs wanted = shmem.allocateLongs((long) longest * nPes);
        this.sent = world.alltoallv(wanted, needs, received);
        world.alltoall(starts, begins, 1);
        this.sentRows = new int[(int) Arrays.stream(sent).sum()];
        Arrays.setAll(sentRows, i -> (int) wanted.get(i));
        this.packed = new double[sentRows.length];
        this.halo = shmem.allocateDoubles(longest).named("halo");
        this.arrived = shmem.allocateLongs(nPes);
        this.free = shmem.allocateLongs(nPes);
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("sparse [side [residual]]", args, 2);
        int side = arguments.count(0, 20);
        double limit = arguments.real(1, 1e-8);
        try (Shmem shmem = Shmem.init()) {
            new SparseSolver(shmem, side).solve(limit);
            shmem.finish();
        }
    }

    /** Fills the matrix, and {@return the numbers of the remote points in it, in order} */
    private long[] fill() {
        TreeSet<Long> remote = new TreeSet<>();
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
                        remote.add(numbers[entry]);
                    }
                    entry++;
                }
            }
            ends[row] = entry;
        }
        long[] sorted = remote.stream().mapToLong(Long::longValue).toArray();
        for (int i = 0; i < entry; i++) {
            columns[i] = numbers[i] / rows == me ? (int) (numbers[i] % rows)
                : rows + Arrays.binarySearch(sorted, numbers[i]);
        }
        return sorted;
    }

    private void solve(double limit) {
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
        for (; Math.sqrt(norm) > limit; steps++) {
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

    /** Fetches the remote points of a vector, which follow its local ones. */
    private void exchange(double[] vector) {
        step++;
        int at = 0;
        for (int pe = 0; pe < nPes; pe++) {
            int count = (int) sent[pe];
            for (int i = at; i < at + count; i++) {
                packed[i] = vector[sentRows[i]];
            }
            if (count > 0) {
                free.signal(pe).waitUntil(Cmp.GE, step - 1);
                shmem.putSignal(halo, starts.get(pe), packed, at, count, arrived.signal(me), step, SignalOp.SET, pe);
            }
            at += count;
        }
        for (int pe = 0; pe < nPes; pe++) {
            if (received[pe] > 0) {
                arrived.signal(pe).waitUntil(Cmp.GE, step);
            }
        }
        shmem.get(vector, rows, halo, 0, haloLength, me);
        for (int pe = 0; pe < nPes; pe++) {
            if (received[pe] > 0) {
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

    /** Sets a to scale * b + keep * a. */
    private void add(double[] a, double scale, double[] b, double keep) {
        for (int i = 0; i < rows; i++) {
            a[i] = b[i] * scale + a[i] * keep;
        }
    }
}

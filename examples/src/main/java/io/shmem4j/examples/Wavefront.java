// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import java.util.Locale;

/**
 * The recurrence {@code g[i][j] = g[i-1][j] + g[i][j-1] - g[i-1][j-1]} over a grid. Each PE has some of its columns.
 * In each row a PE waits for the last number of its left neighbour, and sends its own last number to the right.
 *
 * <p>The first row and the first column are 0, 1, 2, ... After each sweep the last corner, negated, becomes the first.
 * So after k sweeps the last corner is {@code k * (rows + columns - 2)}. A sweep begins when the last PE has finished
 * the previous one. By then all PEs have read their numbers, which can be overwritten.
 *
 * <p>Arguments: rows (default 1000), columns (default 1000), sweeps (default 10).
 */
public final class Wavefront {
    private final Shmem shmem;
    private final int rows;
    private final int first;
    private final double[] line;
    /** The left neighbour's last number in each row, and the count of those that have arrived. */
    private final SymmetricDoubles left;
    private final Signal arrived;
    private final double[] last = new double[1];

    private Wavefront(Shmem shmem, int rows, int columns) {
        this.shmem = shmem;
        this.rows = rows;
        this.first = 1 + share(columns - 1, shmem.myPe());
        this.line = new double[1 + share(columns - 1, shmem.myPe() + 1) - first];
        this.left = shmem.allocateDoubles(rows);
        this.arrived = shmem.allocateSignal();
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("wavefront [rows [columns [sweeps]]]", args, 3);
        int rows = arguments.count(0, 1000);
        int columns = arguments.count(1, 1000);
        int sweeps = arguments.count(2, 10);
        try (Shmem shmem = Shmem.init()) {
            if (rows < 2 || columns <= shmem.nPes()) {
                throw new IllegalArgumentException("a grid of " + rows + " x " + columns + " is too small for "
                    + shmem.nPes() + " PEs");
            }
            Wavefront grid = new Wavefront(shmem, rows, columns);
            double start = shmem.time();
            for (int sweep = 0; sweep < sweeps; sweep++) {
                grid.sweep(sweep);
            }
            double seconds = (shmem.time() - start) / sweeps;
            double corner = shmem.world().broadcast(grid.last[0], shmem.nPes() - 1);
            double expected = (double) sweeps * (rows + columns - 2);
            if (corner != expected) {
                throw new AssertionError("the corner is " + corner + ", not " + expected);
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d sweeps over %d x %d on %d PEs: %.3f ms each, %.1f MFlops/s%n",
                    sweeps, rows, columns, shmem.nPes(), seconds * 1e3, 2e-6 * (rows - 1) * (columns - 1) / seconds);
            }
            shmem.finish();
        }
    }

    private int share(int columns, int pe) {
        return (int) ((long) columns * pe / shmem.nPes());
    }

    private void sweep(int sweep) {
        int me = shmem.myPe();
        int right = me + 1;
        boolean end = right == shmem.nPes();
        for (int j = 0; j < line.length; j++) {
            line[j] = first + j;
        }
        if (me == 0 && sweep > 0) {
            arrived.waitUntil(Cmp.EQ, sweep);
        }
        double diagonal = me == 0 ? left.get(0) : first - 1;
        for (int i = 1; i < rows; i++) {
            if (me > 0) {
                arrived.waitUntil(Cmp.GE, (long) sweep * rows + i);
            }
            double before = me == 0 ? i : left.get(i);
            last[0] = row(line, before, diagonal);
            diagonal = before;
            if (!end) {
                // The signal of this row announces the earlier rows, too.
                shmem.fence();
                shmem.putSignal(left, i, last, 0, 1, arrived, (long) sweep * rows + i, SignalOp.SET, right);
            }
        }
        if (end) {
            double[] corner = {-last[0]};
            shmem.putSignal(left, 0, corner, 0, 1, arrived, sweep + 1, SignalOp.SET, 0);
        }
    }

    /** Computes a row in place. The JIT keeps the local variables in registers. */
    private static double row(double[] line, double before, double beforeAbove) {
        double here = before;
        double diagonal = beforeAbove;
        for (int j = 0; j < line.length; j++) {
            double above = line[j];
            here = above + here - diagonal;
            line[j] = here;
            diagonal = above;
        }
        return here;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.Locale;

/**
 * Heat conduction in a square plate whose upper edge is hot, by Jacobi iteration. Each PE has a band of rows.
 *
 * <p>A band has a halo row above and one below. After each step a PE puts its first row into the lower halo of the PE
 * above, and its last row into the upper halo of the PE below, each with a signal. There are two sets of halos: a
 * neighbour can be one step ahead, but not two, because it needs this PE's rows first. Every {@value #CHECK_EVERY}
 * steps each PE adds the number of its cells that still change to a counter on PE 0, and all stop when the sum is 0. PE
 * 0 computes the plate alone, too; the results are equal to the last bit.
 *
 * <p>The job can be saved after each of these checks. A checkpoint contains symmetric objects only, so each PE first
 * copies its band from the Java heap to one. After {@code oshrun --restart} it copies it back.
 *
 * <p>Arguments: rows and columns of the plate (default 64), change below which a cell counts as at rest (default 0.02).
 */
public final class Heat {
    private static final int CHECK_EVERY = 50;
    private static final int MOST_CHECKS = 10_000;
    private static final double HOT = 100;

    private final Shmem shmem;
    private final int size;
    private final double rest;
    private final int first;
    private final int rows;
    private double[] now;
    private double[] next;
    private SymmetricDoubles band;
    private SymmetricLongs steps;

    private Heat(Shmem shmem, int size, double rest) {
        this.shmem = shmem;
        this.size = size;
        this.rest = rest;
        this.first = firstRow(shmem.myPe(), shmem.nPes(), size);
        this.rows = firstRow(shmem.myPe() + 1, shmem.nPes(), size) - first;
        this.now = new double[(rows + 2) * size];
        this.next = new double[(rows + 2) * size];
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("heat [rows [rest]]", args, 2);
        int size = arguments.count(0, 64);
        double rest = arguments.real(1, 0.02);
        try (Shmem shmem = Shmem.init()) {
            if (size < shmem.nPes()) {
                throw new IllegalArgumentException("a plate of " + size + " rows is too small for " + shmem.nPes()
                    + " PEs");
            }
            new Heat(shmem, size, rest).run();
        }
    }

    private static int firstRow(int pe, int n, int size) {
        return (int) ((long) size * pe / n);
    }

    private void run() {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricDoubles halos = shmem.allocateDoubles(4L * size).named("halos");
        Signals arrived = shmem.allocateSignals(2).named("arrived");
        SymmetricLongs moving = shmem.allocateLongs(MOST_CHECKS).named("moving cells");
        SymmetricDoubles plate = shmem.allocateDoubles((long) size * size).named("plate");
        band = shmem.allocateDoubles(((size + n - 1) / n + 2L) * size).named("band");
        steps = shmem.allocateLongs(1).named("steps");
        Signal fromAbove = arrived.get(0);
        Signal fromBelow = arrived.get(1);
        if (me == 0) {
            Arrays.fill(now, 0, size, HOT);
            Arrays.fill(next, 0, size, HOT);
        }
        int resumed = checkpoint(0);
        double start = shmem.time();
        int step = resumed;
        long left = 1;
        while (left != 0) {
            long moved = step(now, next, rows, size, rest);
            double[] swap = now;
            now = next;
            next = swap;
            step++;
            int buffer = step % 2 * 2 * size;
            // A neighbour may see the signal of a later step first, and must then have the data of this one.
            shmem.fence();
            if (me > 0) {
                shmem.putSignal(halos, buffer + size, now, size, size, fromBelow, step, SignalOp.SET, me - 1);
            }
            if (me < n - 1) {
                shmem.putSignal(halos, buffer, now, rows * size, size, fromAbove, step, SignalOp.SET, me + 1);
                fromBelow.waitUntil(Cmp.GE, step);
                shmem.get(now, (rows + 1) * size, halos, buffer + size, size, me);
            }
            if (me > 0) {
                fromAbove.waitUntil(Cmp.GE, step);
                shmem.get(now, 0, halos, buffer, size, me);
            }
            if (step % CHECK_EVERY == 0) {
                int check = step / CHECK_EVERY - 1;
                shmem.add(moving, check, moved, 0);
                shmem.barrierAll();
                left = shmem.g(moving, check, 0);
                step = left == 0 ? step : checkpoint(step);
            }
        }
        double seconds = shmem.time() - start;
        shmem.put(plate, (long) first * size, now, size, rows * size, 0);
        shmem.barrierAll();
        if (me == 0) {
            check(plate.toArray(), step);
            System.out.printf(Locale.ROOT, "plate of %d x %d on %d PEs at rest after %d steps, %.2f us a step%n", size,
                size, n, step, seconds * 1e6 / Math.max(1, step - resumed));
        }
    }

    /** Offers a checkpoint, or restores the band from one; {@return number of steps done} */
    private int checkpoint(int done) {
        int me = shmem.myPe();
        shmem.put(band, 0, now, 0, now.length, me);
        steps.set(0, done);
        if (!shmem.checkpoint()) {
            return done;
        }
        shmem.get(now, 0, band, 0, now.length, me);
        next = now.clone();
        if (me == 0) {
            System.out.println("resumed after step " + steps.get(0));
        }
        return (int) steps.get(0);
    }

    /** Computes a step of a band, and {@return number of cells that changed by more than {@code rest}} */
    private static long step(double[] now, double[] next, int rows, int size, double rest) {
        long moved = 0;
        for (int row = 1; row <= rows; row++) {
            for (int at = row * size + 1; at < (row + 1) * size - 1; at++) {
                next[at] = 0.25 * (now[at - size] + now[at + size] + now[at - 1] + now[at + 1]);
                moved += Math.abs(next[at] - now[at]) > rest ? 1 : 0;
            }
        }
        return moved;
    }

    private void check(double[] plate, int steps) {
        double[] alone = new double[(size + 2) * size];
        Arrays.fill(alone, 0, size, HOT);
        double[] spare = alone.clone();
        for (int i = 0; i < steps; i++) {
            step(alone, spare, size, size, rest);
            double[] swap = alone;
            alone = spare;
            spare = swap;
        }
        int differing = Arrays.mismatch(plate, Arrays.copyOfRange(alone, size, (size + 1) * size));
        if (differing >= 0) {
            throw new AssertionError("row " + differing / size + ", column " + differing % size + " is "
                + plate[differing] + ", not " + alone[size + differing]);
        }
    }
}

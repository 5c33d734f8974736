// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbRandom;
import io.shmem4j.nas.npb.Share;

/** The right-hand side: 1 at the points with the ten largest random numbers, -1 at those with the ten smallest. */
final class Charges {
    private static final int COUNT = 10;
    /** Numbers and indices of both signs. */
    private static final int COLUMNS = 4 * COUNT;

    private final GridLevel grid;
    /** The ten largest numbers in rising order and their indices, then the same for negated numbers. */
    private final double[] largest = new double[COLUMNS];

    private Charges(GridLevel grid) {
        this.grid = grid;
        for (int i = 0; i < COUNT; i++) {
            largest[i] = Double.NEGATIVE_INFINITY;
            largest[2 * COUNT + i] = Double.NEGATIVE_INFINITY;
        }
    }

    /** {@return the right-hand side of a PE's block}; collective */
    static double[] of(Shmem shmem, GridLevel grid) {
        Charges mine = new Charges(grid);
        mine.scan(new Share(grid.n, shmem.nPes()), shmem.myPe());
        KernelHeap heap = new KernelHeap(shmem);
        double[][] rows = new AllGather(heap, COLUMNS).gather(mine.largest);
        heap.free();
        Charges all = new Charges(grid);
        for (double[] row : rows) {
            for (int i = 0; i < COUNT; i++) {
                all.offer(0, row[i], row[COUNT + i]);
                all.offer(2 * COUNT, row[2 * COUNT + i], row[3 * COUNT + i]);
            }
        }
        double[] v = grid.array();
        all.store(v, COUNT, 1);
        all.store(v, 3 * COUNT, -1);
        return v;
    }

    /** Examines a share of all planes, whichever blocks they belong to. */
    private void scan(Share planes, int me) {
        long point = planes.from(me) * grid.n * grid.n;
        long end = planes.from(me + 1) * grid.n * grid.n;
        NpbRandom random = new NpbRandom(NpbRandom.SEED, point);
        for (; point < end; point++) {
            double number = random.next();
            if (number > largest[0]) {
                offer(0, number, point);
            }
            if (-number > largest[2 * COUNT]) {
                offer(2 * COUNT, -number, point);
            }
        }
    }

    /** Inserts a number if it exceeds the smallest in the list. */
    private void offer(int list, double number, double point) {
        if (number > largest[list]) {
            int i = list;
            while (i + 1 < list + COUNT && largest[i + 1] < number) {
                largest[i] = largest[i + 1];
                largest[i + COUNT] = largest[i + 1 + COUNT];
                i++;
            }
            largest[i] = number;
            largest[i + COUNT] = point;
        }
    }

    private static boolean inside(int index, int last) {
        return index >= 1 && index <= last;
    }

    private void store(double[] v, int list, double charge) {
        for (int charged = list; charged < list + COUNT; charged++) {
            long point = (long) largest[charged];
            int k = (int) (point / ((long) grid.n * grid.n)) + 1;
            int inPlane = (int) (point % ((long) grid.n * grid.n));
            int j = inPlane / grid.n + 1 - grid.beforeY;
            int i = inPlane % grid.n + 1 - grid.beforeX;
            if (k >= grid.first && k <= grid.last && inside(j, grid.ny) && inside(i, grid.nx)) {
                v[grid.at(k, j) + i] = charge;
            }
        }
    }
}

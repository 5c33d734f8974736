// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;

/** Gathers a row of numbers from each PE on all PEs. */
public final class AllGather {
    /** Padding of both buffers. */
    private static final long SLACK = 1 << 8;

    private final Shmem shmem;
    private final int columns;
    private final SymmetricDoubles row;
    private final SymmetricDoubles all;

    /**
     * Collective.
     *
     * @param columns the maximum length of a row
     */
    public AllGather(KernelHeap heap, int columns) {
        shmem = heap.shmem;
        this.columns = columns;
        this.row = heap.doubles(columns, "row of numbers");
        this.all = heap.doubles((long) columns * shmem.nPes(), "rows of numbers");
    }

    /** {@return the maximum symmetric memory of an instance} */
    static long bytes(int columns, int pes) {
        return (pes + 1L) * columns * Double.BYTES + SLACK;
    }

    /** {@return the rows of all PEs}; collective */
    public double[][] gather(double... mine) {
        if (mine.length > columns) {
            throw new IllegalArgumentException(mine.length + " numbers in a row of " + columns);
        }
        row.set(0, mine);
        shmem.world().fcollect(all, row, mine.length);
        double[][] rows = new double[shmem.nPes()][mine.length];
        for (int pe = 0; pe < rows.length; pe++) {
            shmem.get(rows[pe], 0, all, (long) pe * mine.length, mine.length, shmem.myPe());
        }
        return rows;
    }

    /** {@return the sums over all PEs}; collective */
    public double[] sum(double... mine) {
        double[] sums = new double[mine.length];
        for (double[] other : gather(mine)) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += other[i];
            }
        }
        return sums;
    }

    /** {@return the maximum over all PEs}; collective */
    public double max(double mine) {
        double max = Double.NEGATIVE_INFINITY;
        for (double[] other : gather(mine)) {
            max = Math.max(max, other[0]);
        }
        return max;
    }
}

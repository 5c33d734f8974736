// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;

/**
 * Permutes the rows and columns of a sparse matrix in CSR format. Each PE has a band of rows. Row i becomes row
 * {@code rowTo[i]}, column c becomes column {@code columnTo[c]}; both tables are distributed like rows.
 *
 * <p>Each PE puts the number of each of its rows to the owner of the new row. After a barrier each PE gets its new
 * rows, and the new numbers of their columns.
 *
 * <p>Arguments: rows per PE (default 2000).
 */
public final class PermuteMatrix {
    private static final int MOST_ELEMENTS = 8;
    private static final long ROW_STEP = 1_000_003;
    private static final long COLUMN_STEP = 1_000_033;

    private final Shmem shmem;
    private final int rows;
    private final long all;
    private final SymmetricLongs rowTo;
    private final SymmetricLongs columnTo;
    private final SymmetricInts begins;
    private final SymmetricLongs columns;

    private PermuteMatrix(Shmem shmem, int rows) {
        this.shmem = shmem;
        this.rows = rows;
        this.all = (long) rows * shmem.nPes();
        this.rowTo = shmem.allocateLongs(rows).named("new rows");
        this.columnTo = shmem.allocateLongs(rows).named("new columns");
        this.begins = shmem.allocateInts(rows + 1L).named("begins");
        this.columns = shmem.allocateLongs((long) MOST_ELEMENTS * rows).named("columns");
        long first = (long) rows * shmem.myPe();
        int end = 0;
        for (int i = 0; i < rows; i++) {
            long row = first + i;
            rowTo.set(i, moved(row, ROW_STEP));
            columnTo.set(i, moved(row, COLUMN_STEP));
            for (int k = 0; k < elements(row); k++) {
                columns.set(end++, column(row, k));
            }
            begins.set(i + 1, end);
        }
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("permute [rows]", args, 1);
        int rows = arguments.count(0, 2000);
        try (Shmem shmem = Shmem.init()) {
            if (rows * (long) shmem.nPes() % ROW_STEP == 0 || rows * (long) shmem.nPes() % COLUMN_STEP == 0) {
                throw new IllegalArgumentException("the number of rows can't be a multiple of " + ROW_STEP + " or "
                    + COLUMN_STEP);
            }
            PermuteMatrix matrix = new PermuteMatrix(shmem, rows);
            SymmetricLongs comesFrom = shmem.allocateLongs(rows).named("old rows");
            shmem.barrierAll();
            double start = shmem.time();
            for (int i = 0; i < rows; i++) {
                long to = matrix.rowTo.get(i);
                shmem.p(comesFrom, to % rows, (long) rows * shmem.myPe() + i, (int) (to / rows));
            }
            shmem.barrierAll();
            long[][] permuted = matrix.fetch(comesFrom);
            double seconds = shmem.world().maxReduce(shmem.time() - start);
            long elements = shmem.world().sumReduce(matrix.check(permuted, comesFrom));
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d elements of a matrix of %d rows permuted on %d PEs in %.2f ms%n",
                    elements, matrix.all, shmem.nPes(), seconds * 1e3);
            }
            shmem.finish();
        }
    }

    /** {@return the new number of a row or column} The step is a prime that does not divide the number of rows. */
    private long moved(long index, long step) {
        return (index * step + step / 2) % all;
    }

    private static int elements(long row) {
        return 1 + (int) (mixed(row) % MOST_ELEMENTS);
    }

    private long column(long row, int k) {
        return mixed(row * MOST_ELEMENTS + k + 1) % all;
    }

    private static long mixed(long x) {
        long y = (x ^ x >>> 31) * 0x9e3779b97f4a7c15L;
        return (y ^ y >>> 29) >>> 1;
    }

    private long[][] fetch(SymmetricLongs comesFrom) {
        long[][] permuted = new long[rows][];
        int[] bounds = new int[2];
        for (int i = 0; i < rows; i++) {
            long old = comesFrom.get(i);
            int pe = (int) (old / rows);
            shmem.get(bounds, 0, begins, old % rows, 2, pe);
            long[] row = new long[bounds[1] - bounds[0]];
            shmem.get(row, 0, columns, bounds[0], row.length, pe);
            for (int k = 0; k < row.length; k++) {
                row[k] = shmem.g(columnTo, row[k] % rows, (int) (row[k] / rows));
            }
            permuted[i] = row;
        }
        return permuted;
    }

    /** Checks this PE's rows against the old matrix, and {@return number of elements} */
    private long check(long[][] permuted, SymmetricLongs comesFrom) {
        long count = 0;
        for (int i = 0; i < rows; i++) {
            long old = comesFrom.get(i);
            long here = (long) rows * shmem.myPe() + i;
            boolean right = moved(old, ROW_STEP) == here && permuted[i].length == elements(old);
            for (int k = 0; right && k < permuted[i].length; k++) {
                right = permuted[i][k] == moved(column(old, k), COLUMN_STEP);
            }
            if (!right) {
                throw new AssertionError("row " + here + ", which was row " + old + ", is wrong");
            }
            count += permuted[i].length;
        }
        return count;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/** What a line took between two cores, before and after everything that a job has measured, as PE 0 knows it. */
public final class LineRecord {
    /** Name of the least time in a file; cells are numbers. */
    public static final String LEAST = "least";

    private final DoubleSupplier watch;
    private double[] cells = new double[16];
    private double last;
    private double least = Double.MAX_VALUE;

    /**
     * Nothing yet.
     *
     * @param watch says what a line takes now, 0 if that is not known
     */
    LineRecord(DoubleSupplier watch) {
        this.watch = watch;
    }

    /** Something is about to be measured. */
    void begin() {
        last = watch.getAsDouble();
        least = last > 0 ? Math.min(least, last) : least;
    }

    /**
     * It has been, and the next begins.
     *
     * @param cell what; of several times the one with the nearest cores counts
     */
    void end(int cell) {
        double before = last;
        begin();
        while (cell >= cells.length) {
            cells = Arrays.copyOf(cells, 2 * cells.length);
        }
        double slower = Math.max(before, last);
        if (slower > 0 && (cells[cell] == 0 || slower < cells[cell])) {
            cells[cell] = slower;
        }
    }

    /** Writes the least time of all, and for each cell what it was measured with, if that is known. */
    void write(Path file) throws IOException {
        MachineCosts costs = new MachineCosts();
        costs.put(LEAST, least);
        for (int cell = 0; cell < cells.length; cell++) {
            if (cells[cell] > 0) {
                costs.put(Integer.toString(cell), cells[cell]);
            }
        }
        costs.write(file);
    }
}

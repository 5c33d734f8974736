// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import io.shmem4j.bench.measure.Spread;
import java.util.Locale;

/**
 * Size, repetitions, the times in microseconds of the fastest and the slowest process and the mean of all, which are
 * means over all repetitions, and bandwidth in 1 000 000 bytes per second.
 */
final class ImbLayout extends SuitePrinter.Layout {
    private static final double TO_MICROS = 1e-3;

    @Override
    String head(String title, String axis, Measured like) {
        return String.format("# %s%n%12s%14s%14s%14s%14s%14s%n", title,
            "#" + (axis.equals(SuitePrinter.SIZE) ? "bytes" : axis), "#repetitions", "t_min[usec]", "t_max[usec]",
            "t_avg[usec]", "Mbytes/sec");
    }

    @Override
    String line(String axis, long at, Measured value) {
        Spread spread = value.timing().spread();
        return String.format(Locale.ROOT, "%12d%14d%14.4f%14.4f%14.4f%14.2f%n", at, value.timing().operations(),
            spread.least() * TO_MICROS, spread.most() * TO_MICROS, spread.mean() * TO_MICROS, value.megabytes());
    }
}

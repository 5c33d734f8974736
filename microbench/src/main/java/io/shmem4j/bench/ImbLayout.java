// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Locale;

/** Size, repetitions, time in microseconds and bandwidth in 1 000 000 bytes per second, each made of the other. */
final class ImbLayout extends SuitePrinter.Layout {
    @Override
    String head(String title, String unit) {
        return String.format("# %s%n%12s%14s%14s%14s%n", title, "#bytes", "#repetitions", "t[usec]", "Mbytes/sec");
    }

    @Override
    String line(long bytes, Measured value, String unit) {
        double micros = SuitePrinter.micros(bytes, value, unit);
        return String.format(Locale.ROOT, "%12d%14d%14.4f%14.2f%n", bytes, value.repetitions(), micros,
            bytes / micros);
    }
}

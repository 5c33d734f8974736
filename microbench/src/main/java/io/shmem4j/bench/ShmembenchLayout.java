// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Locale;

/** Size, time in microseconds and bandwidth in 1 048 576 bytes per second, each made of the other. */
final class ShmembenchLayout extends SuitePrinter.Layout {
    private static final double MIB_PER_BYTE_PER_MICRO = 1e6 / (1 << 20);

    @Override
    String head(String title, String unit) {
        return String.format("# %s%n%-20s%-20s%s%n", title, "Message Size", "Avg Time (us)", "Avg MB/s");
    }

    @Override
    String line(long bytes, Measured value, String unit) {
        double micros = SuitePrinter.micros(bytes, value, unit);
        return String.format(Locale.ROOT, "%-20d%-20.4f%.2f%n", bytes, micros,
            bytes / micros * MIB_PER_BYTE_PER_MICRO);
    }
}

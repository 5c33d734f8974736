// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import java.util.Locale;

/** Size, time in microseconds and bandwidth in 1 048 576 bytes per second, each made of the other. */
final class ShmembenchLayout extends SuitePrinter.Layout {
    private static final double MIB_PER_BYTE_PER_MICRO = 1e6 / (1 << 20);

    @Override
    String head(String title, String axis, Measured like) {
        return String.format("# %s%n%-20s%-20s%s%n", title, axis.equals(SuitePrinter.SIZE) ? "Message Size" : axis,
            "Avg Time (us)", "Avg MB/s");
    }

    @Override
    String line(String axis, long at, Measured value) {
        return String.format(Locale.ROOT, "%-20d%-20.4f%.2f%n", at, value.micros(),
            value.bytes() / value.micros() * MIB_PER_BYTE_PER_MICRO);
    }
}

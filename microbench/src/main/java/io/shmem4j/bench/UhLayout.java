// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Locale;

/** Block size in ints, repetitions, and latency in microseconds or bandwidth in 1 048 576 bytes per second. */
final class UhLayout extends SuitePrinter.Layout {
    private static final double MIB = 1 << 20;

    @Override
    String head(String title, String unit) {
        return String.format("# %s%n%20s%20s%20s%n", title, "blksize", "nrep",
            unit.equals("MB/s") ? "bandwidth" : "latency");
    }

    @Override
    String line(long bytes, Measured value, String unit) {
        boolean bandwidth = unit.equals("MB/s");
        return String.format(Locale.ROOT, "%20d%20d%17.3f %s%n", bytes / Integer.BYTES, value.repetitions(),
            bandwidth ? value.value() * 1e6 / MIB : value.value(), bandwidth ? "MB/s" : unit);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import io.shmem4j.bench.measure.Quantity;
import java.util.Locale;

/**
 * Block size in ints, repetitions, and latency in microseconds, or bandwidth in 1 048 576 bytes per second as the mean
 * over pairs. Strided copies have a fixed count and the stride instead of the block size.
 */
final class UhLayout extends SuitePrinter.Layout {
    private static final double MIB_PER_BYTE_PER_MICRO = 1e6 / (1 << 20);
    private static final String STRIDE = "stride";

    @Override
    String head(String title, String axis, Measured like) {
        String start = axis.equals(STRIDE) ? String.format("%20s %20s", "count", STRIDE)
            : String.format("%20s", axis.equals(SuitePrinter.SIZE) ? "blksize" : axis);
        return String.format("# %s%n%s %20s %20s%n", title, start, "nrep",
            like.quantity() == Quantity.BANDWIDTH ? "bandwidth" : "latency");
    }

    @Override
    String line(String axis, long at, Measured value) {
        long ints = value.bytes() / Integer.BYTES;
        String start = axis.equals(STRIDE) ? String.format("%20d %20d", ints, at)
            : String.format("%20d", axis.equals(SuitePrinter.SIZE) ? ints : at);
        start += String.format(" %20d", value.timing().operations());
        return value.quantity() == Quantity.BANDWIDTH
            ? start + String.format(Locale.ROOT, " %17.3f MB/s%n", value.bytes() / value.micros()
                * MIB_PER_BYTE_PER_MICRO)
            : start + String.format(Locale.ROOT, " %17.8f us%n", value.micros());
    }
}

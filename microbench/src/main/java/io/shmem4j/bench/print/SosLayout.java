// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import io.shmem4j.bench.measure.Quantity;
import java.util.Locale;

/** Size and latency in microseconds, or size, bandwidth in 1 000 000 bytes per second and messages per second. */
final class SosLayout extends SuitePrinter.Layout {
    @Override
    String head(String title, String axis, Measured like) {
        return String.format("# %s%n%-20s%s%n", title, axis.equals(SuitePrinter.SIZE) ? "Message Size" : axis,
            like.quantity() == Quantity.LATENCY ? "Latency in us"
                : String.format("%-30s%s", "Bandwidth in mbytes/sec", "Message Rate in msgs/sec"));
    }

    @Override
    String line(String axis, long at, Measured value) {
        return value.quantity() == Quantity.LATENCY
            ? String.format(Locale.ROOT, "%-20d%.4f%n", at, value.micros())
            : String.format(Locale.ROOT, "%-20d%-30.2f%.2f%n", at, value.megabytes(), value.messages());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Locale;

/** Size and latency in microseconds, or size, bandwidth in 1 000 000 bytes per second and messages per second. */
final class SosLayout extends SuitePrinter.Layout {
    @Override
    String head(String title, String unit) {
        return String.format("# %s%n%-20s%s%n", title, "Message Size", unit.equals("us") ? "Latency in us"
            : unit.equals("MB/s") ? String.format("%-30s%s", "Bandwidth in mbytes/sec", "Message Rate in msgs/sec")
            : unit);
    }

    @Override
    String line(long bytes, Measured value, String unit) {
        return unit.equals("MB/s")
            ? String.format(Locale.ROOT, "%-20d%-30.2f%.2f%n", bytes, value.value(), value.value() * 1e6 / bytes)
            : String.format(Locale.ROOT, "%-20d%.4f%n", bytes, value.value());
    }
}

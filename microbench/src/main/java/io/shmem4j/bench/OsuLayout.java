// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.Locale;

/** Size and latency in microseconds, or size and messages per second; two more digits, because ours are short. */
final class OsuLayout extends SuitePrinter.Layout {
    @Override
    String head(String title, String unit) {
        return String.format("# %s%n%-10s%18s%n", title, "# Size", unit.equals("us") ? "Latency (us)"
            : unit.equals("MB/s") ? "Messages/s" : unit);
    }

    @Override
    String line(long bytes, Measured value, String unit) {
        double number = unit.equals("MB/s") ? value.value() * 1e6 / bytes : value.value();
        return String.format(Locale.ROOT, "%-10d%18.4f%n", bytes, number);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

import io.shmem4j.bench.measure.Measured;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Spread;
import java.util.Locale;
import java.util.Map;

/**
 * Size and latency in microseconds, or size and messages per second; with each PE's own times the columns of OSU's
 * {@code -f}; of atomics millions a second and latency. Two more digits, because ours are short.
 */
final class OsuLayout extends SuitePrinter.Layout {
    private static final double TO_MICROS = 1e-3;

    @Override
    String head(String title, String axis, Measured like) {
        String start = String.format("# %s%n%-10s", title, axis.equals(SuitePrinter.SIZE) ? "# Size" : "# " + axis);
        if (like.quantity() != Quantity.LATENCY) {
            return start + String.format("%18s%n", "Messages/s");
        }
        return start + (full(like) ? String.format("%18s%18s%18s%12s%n", "Avg Latency(us)", "Min Latency(us)",
            "Max Latency(us)", "Iterations") : String.format("%18s%n", "Latency (us)"));
    }

    @Override
    String line(String axis, long at, Measured value) {
        if (value.quantity() != Quantity.LATENCY) {
            return String.format(Locale.ROOT, "%-10d%18.2f%n", at, value.messages());
        }
        Spread spread = value.timing().spread();
        return full(value) ? String.format(Locale.ROOT, "%-10d%18.4f%18.4f%18.4f%12d%n", at,
            spread.mean() * TO_MICROS, spread.least() * TO_MICROS, spread.most() * TO_MICROS,
            value.timing().operations()) : String.format(Locale.ROOT, "%-10d%18.4f%n", at, value.micros());
    }

    @Override
    String operations(String title, Map<String, Measured> values) {
        StringBuilder text = new StringBuilder(String.format("# %s%n%-20s%20s%20s%n", title, "# Operation",
            "Million ops/s", "Latency (us)"));
        values.forEach((name, value) -> text.append(String.format(Locale.ROOT, "%-20s%20.2f%20.4f%n", name,
            value.value(), value.micros())));
        return text.toString();
    }

    private static boolean full(Measured value) {
        return value.timing().spread().pes() > 1;
    }
}

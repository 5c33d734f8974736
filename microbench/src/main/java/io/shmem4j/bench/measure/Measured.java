// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/**
 * A measured number in a sheet, with the other figures that the formats of the C suites have.
 *
 * @param value the number that tables show
 * @param bytes that one operation moves
 * @param timing how it was measured
 * @param micros of one operation, in the trial that tables show
 */
public record Measured(double value, Quantity quantity, long bytes, Timing timing, double micros) {
    /** {@return the same with another unit of the value} */
    public Measured in(double factor) {
        return new Measured(value * factor, quantity, bytes, timing, micros);
    }

    /** {@return bytes that all actors move in a microsecond, which is 1 000 000 in a second} */
    public double megabytes() {
        return switch (quantity) {
            case LATENCY -> bytes / micros;
            case BANDWIDTH -> value;
            case RATE -> value * bytes;
        };
    }

    public double messages() {
        return switch (quantity) {
            case LATENCY -> 1e6 / micros;
            case BANDWIDTH -> value * 1e6 / bytes;
            case RATE -> value * 1e6;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/** Kind of a measured number. */
public enum Quantity {
    LATENCY("us", 4),
    /** Data moved by all actors in a second, 1 MB = 1 000 000 bytes. */
    BANDWIDTH("MB/s", 1),
    RATE("M/s", 3);


    private final String unit;
    private final int decimals;

    Quantity(String unit, int decimals) {
        this.unit = unit;
        this.decimals = decimals;
    }

    public Sheet.Column column(String name) {
        return new Sheet.Column(name, unit, decimals);
    }

    public Double cell(Probe probe, Timing timing, Timing.Statistic statistic) {
        double nanos = timing.nanos(statistic);
        return switch (this) {
            case LATENCY -> nanos * 1e-3;
            case BANDWIDTH -> probe.bytes() * probe.actors() / nanos * 1e3;
            case RATE -> probe.actors() / nanos * 1e3;
        };
    }
}

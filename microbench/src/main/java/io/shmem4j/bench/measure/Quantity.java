// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/** The quantity that a column shows. */
public enum Quantity {
    LATENCY("us", 4),
    /** Bytes moved by all actors per second, with 1 MB = 1 000 000 bytes. */
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import java.util.stream.Stream;

/** How long runs of a section take about: a start, and for each value the warm-up, on our side, and the trials. */
record Duration(Request request) {
    private static final double MILLI = 1e-3;
    /** From the start of a job to its first value, and from its last value to its end. */
    private static final double START = 1;
    /** Most values are steady earlier than the longest warm-up. */
    private static final int USUAL_WARMUP = 300;

    double ours(Section section, int pes) {
        if (section == Section.COLD) {
            return jobs() * (START + MILLI * request.warmup());
        }
        return START + values(section) * (MILLI * Math.min(request.warmup(), USUAL_WARMUP) * share(pes) + trials());
    }

    double theirs(Section section) {
        return section == Section.COLD ? jobs() * (START + MILLI * request.warmup())
            : START + values(section) * trials();
    }

    private double trials() {
        return MILLI * request.trials() * request.millis();
    }

    private static double share(int pes) {
        return Math.max(1, (double) pes / Runtime.getRuntime().availableProcessors());
    }

    private int jobs() {
        return Stream.of(ColdOperation.values()).mapToInt(operation -> operation.sizes(request.sizes()).size()).sum();
    }

    private int values(Section section) {
        return switch (section) {
            case LATENCY, LIMITS -> 54;
            case ATOMICS -> 45;
            case BANDWIDTH -> 84;
            case MSGRATE -> 60;
            case STREAM -> 40;
            case COLLECTIVES -> 1 + 4 * request.sizes().size();
            case COLD -> 0;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CoherentMachine;
import java.util.Arrays;

/**
 * The tag directories of a chip, spread evenly over a bidirectional ring, like the cores. A hash of a line's address
 * selects its directory. A line's cost for a core depends on the core's distance from the directory, and not on that
 * from the holder. A directory serves one request at a time.
 */
public final class TagDirectories {
    private final long seed;
    private final int number;
    /** Distance of each core from each directory along the ring, in cores. */
    private final double[][] away;
    private final double mean;
    private final double spread;
    private final long service;
    /** When each directory can take the next request. */
    private final long[] free;

    /** Assigns lines to directories by a seed. */
    public TagDirectories(CoherentMachine machine, long seed) {
        this.seed = seed;
        this.number = machine.directories();
        this.service = ChipCosts.picos(machine.perReader());
        this.free = new long[number];
        int cores = machine.cores();
        this.away = new double[cores][number];
        for (int core = 0; core < cores; core++) {
            for (int directory = 0; directory < number; directory++) {
                double round = Math.abs((double) directory / number - (double) core / cores);
                away[core][directory] = cores * Math.min(round, 1 - round);
            }
        }
        this.mean = Arrays.stream(away[0]).average().orElseThrow();
        this.spread = Math.sqrt(Arrays.stream(away[0]).map(far -> (far - mean) * (far - mean)).average()
            .orElseThrow());
    }

    /** {@return the directory of a line} */
    public int of(long line) {
        return (int) Long.remainderUnsigned(mix(seed * 0x9E3779B97F4A7C15L + mix(line)), number);
    }

    /** {@return when a line's directory serves a request, at the earliest at a time} */
    long serve(long line, long from) {
        int directory = of(line);
        long start = Math.max(from, free[directory]);
        free[directory] = start + service;
        return start;
    }

    /** {@return the distance of a line's directory from a core, in cores} */
    public double away(int core, long line) {
        return away[core][of(line)];
    }

    /** {@return the deviation of the distance from its mean, in standard deviations} */
    double deviation(int core, long line) {
        return spread == 0 ? 0 : (away(core, line) - mean) / spread;
    }

    private static long mix(long value) {
        long x = value + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}

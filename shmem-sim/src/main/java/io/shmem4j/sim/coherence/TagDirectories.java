// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CoherentMachine;
import java.util.Arrays;

/**
 * The tag directories of a chip, which lie evenly on a bidirectional ring, as the cores do. A hash of a line's address
 * says which one is the line's. How far it is from a core decides what the line costs that core; how far the line's
 * holder is does not matter.
 */
public final class TagDirectories {
    private final long seed;
    private final int number;
    /** Cores from each core to each directory, by the shorter way. */
    private final double[][] away;
    private final double mean;
    private final double spread;

    /** Deals out lines by a seed. */
    public TagDirectories(CoherentMachine machine, long seed) {
        this.seed = seed;
        this.number = machine.directories();
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

    /** {@return how many cores away from a core a line's directory is} */
    public double away(int core, long line) {
        return away[core][(int) Long.remainderUnsigned(mix(seed * 0x9E3779B97F4A7C15L + mix(line)), number)];
    }

    /** {@return the same as standard deviations from its mean over directories} */
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

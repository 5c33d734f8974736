// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/**
 * The part of a line's latency that depends on where its directory lies: normally distributed over lines, the same
 * every time for one line and seed.
 */
final class Jitter {
    private static final double MOST = 3;
    private final long seed;

    Jitter(long seed) {
        this.seed = seed;
    }

    /**
     * {@return a standard normal deviate, cut at three}
     *
     * @param line line number
     */
    double of(long line) {
        long a = mix(seed * 0x9E3779B97F4A7C15L + mix(line));
        long b = mix(a + 0x9E3779B97F4A7C15L);
        double u = ((a >>> 11) + 1) * 0x1p-53;
        double v = (b >>> 11) * 0x1p-53;
        double deviate = StrictMath.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * Math.PI * v);
        return Math.clamp(deviate, -MOST, MOST);
    }

    private static long mix(long value) {
        long x = value + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}

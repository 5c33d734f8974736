// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/**
 * The benchmarks' linear congruential generator: x becomes a x mod 2^46, and the result is x / 2^46.
 *
 * <p>The low 46 bits of a wrapping 64-bit product are exact, so integers give the same bits as the traditional
 * double-precision code.
 */
public final class NpbRandom {
    /** The usual initial state. */
    public static final long SEED = 314_159_265;
    private static final long MULTIPLIER = 1_220_703_125;
    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 0x1p-46;

    private long state;

    /** Creates a generator that has skipped some numbers. */
    public NpbRandom(long seed, long skip) {
        state = seed * power(skip) & MASK;
    }

    /** {@return the next number in (0, 1)} */
    public double next() {
        state = state * MULTIPLIER & MASK;
        return state * SCALE;
    }

    /** {@return the 46-bit state} */
    public long state() {
        return state;
    }

    private static long power(long exponent) {
        long result = 1;
        long square = MULTIPLIER;
        for (long rest = exponent; rest != 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                result = result * square & MASK;
            }
            square = square * square & MASK;
        }
        return result;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.nas.npb.NpbRandom;
import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Makes pairs of deviates and accumulates sums and counts, a vector of pairs at a time; a lane skips the pairs of the
 * other lanes. Numbers, logarithms and counts have separate loops, because the logarithm call spills all vectors.
 */
final class PairLoop {
    /** Counted annuli; double-precision deviates never exceed them. */
    static final int ANNULI = 10;
    /** Two sums and the counts. */
    static final int NUMBERS = 2 + ANNULI;
    /** Multiplier and mask of the generator. */
    static final long MULTIPLIER = 1_220_703_125;
    static final long MASK = (1L << 46) - 1;
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Pairs of a round, which fits the first-level cache. */
    private static final int ROUND = 512;
    /** Bits of 2^52; with an integer below that in the fraction, the value is 2^52 plus the integer. */
    private static final long EXPONENT = 0x4330000000000000L;
    private static final double OFFSET = 0x1p52;
    private static final double TWICE = 0x1p-45;
    private static final long LEAP = new NpbRandom(1, 2L * LANES).state();
    private static final long NEXT_ROUND = new NpbRandom(1, 2L * ROUND).state();
    private static final long[] STARTS = starts();

    double sumX;
    double sumY;
    final long[] counts = new long[ANNULI];
    /** Numbers of a round, their squared radii, and the factors of the deviates. */
    private final double[] u = new double[ROUND];
    private final double[] v = new double[ROUND];
    private final double[] square = new double[ROUND];
    private final double[] factor = new double[ROUND];
    /** Larger deviates of a vector with one of at least 3. */
    private final double[] ofFar = new double[LANES];

    /** Makes a batch from the state before its first number. */
    void batch(long state) {
        long first = state;
        for (int pair = 0; pair < EpProblem.BATCH; pair += ROUND) {
            makeNumbers(first);
            makeFactors();
            count();
            first = first * NEXT_ROUND & MASK;
        }
    }

    private void makeNumbers(long state) {
        LongVector states = LongVector.fromArray(LongVector.SPECIES_PREFERRED, STARTS, 0).mul(state).and(MASK);
        for (int pair = 0; pair < ROUND; pair += LANES) {
            LongVector next = states.mul(MULTIPLIER).and(MASK);
            DoubleVector one = numbers(next);
            DoubleVector other = numbers(next.mul(MULTIPLIER).and(MASK));
            states = states.mul(LEAP).and(MASK);
            one.intoArray(u, pair);
            other.intoArray(v, pair);
            one.mul(one).add(other.mul(other)).intoArray(square, pair);
        }
    }

    /** {@return numbers from -1 to 1} */
    private static DoubleVector numbers(LongVector states) {
        return states.or(EXPONENT).reinterpretAsDoubles().sub(OFFSET).mul(TWICE).sub(1);
    }

    private void makeFactors() {
        for (int pair = 0; pair < ROUND; pair += LANES) {
            DoubleVector t = DoubleVector.fromArray(SPECIES, square, pair);
            t.lanewise(VectorOperators.LOG).mul(-2).div(t).lanewise(VectorOperators.SQRT).intoArray(factor, pair);
        }
    }

    private void count() {
        DoubleVector x = DoubleVector.zero(SPECIES);
        DoubleVector y = x;
        long pairs = 0;
        long beyondOne = 0;
        long beyondTwo = 0;
        long beyondThree = 0;
        for (int pair = 0; pair < ROUND; pair += LANES) {
            VectorMask<Double> inside = DoubleVector.fromArray(SPECIES, square, pair).compare(VectorOperators.LE, 1);
            DoubleVector by = DoubleVector.fromArray(SPECIES, factor, pair);
            DoubleVector first = DoubleVector.fromArray(SPECIES, u, pair).mul(by);
            DoubleVector second = DoubleVector.fromArray(SPECIES, v, pair).mul(by);
            x = x.add(first, inside);
            y = y.add(second, inside);
            DoubleVector larger = first.abs().max(second.abs());
            pairs += inside.trueCount();
            beyondOne += larger.compare(VectorOperators.GE, 1, inside).trueCount();
            beyondTwo += larger.compare(VectorOperators.GE, 2, inside).trueCount();
            VectorMask<Double> far = larger.compare(VectorOperators.GE, 3, inside);
            if (far.anyTrue()) {
                beyondThree += far.trueCount();
                larger.intoArray(ofFar, 0);
                countFar(far.toLong());
            }
        }
        sumX += x.reduceLanes(VectorOperators.ADD);
        sumY += y.reduceLanes(VectorOperators.ADD);
        counts[0] += pairs - beyondOne;
        counts[1] += beyondOne - beyondTwo;
        counts[2] += beyondTwo - beyondThree;
    }

    private void countFar(long lanes) {
        for (long left = lanes; left != 0; left &= left - 1) {
            counts[(int) ofFar[Long.numberOfTrailingZeros(left)]]++;
        }
    }

    void clear() {
        sumX = 0;
        sumY = 0;
        Arrays.fill(counts, 0);
    }

    double[] numbers() {
        double[] numbers = new double[NUMBERS];
        numbers[0] = sumX;
        numbers[1] = sumY;
        for (int i = 0; i < ANNULI; i++) {
            numbers[2 + i] = counts[i];
        }
        return numbers;
    }

    private static long[] starts() {
        long[] starts = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            starts[lane] = new NpbRandom(1, 2L * lane).state();
        }
        return starts;
    }
}

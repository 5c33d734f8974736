// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

import io.shmem4j.nas.npb.NpbRandom;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** As many pairs at a time as a vector has lanes: each lane leaps over the pairs of the others. */
final class VectorPairs extends PairLoop {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Bits of 2^52; a whole number below that in the bits of its fraction makes 2^52 plus the number. */
    private static final long EXPONENT = 0x4330000000000000L;
    private static final double OFFSET = 0x1p52;
    private static final double TWICE = 0x1p-45;
    private static final long LEAP = new NpbRandom(1, 2L * LANES).state();
    private static final long[] STARTS = starts();

    private static long[] starts() {
        long[] starts = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            starts[lane] = new NpbRandom(1, 2L * lane).state();
        }
        return starts;
    }

    /** {@return numbers from -1 to 1} */
    private static DoubleVector numbers(LongVector states) {
        return states.or(EXPONENT).reinterpretAsDoubles().sub(OFFSET).mul(TWICE).sub(1);
    }

    @Override
    void batch(long state) {
        LongVector states = LongVector.fromArray(LongVector.SPECIES_PREFERRED, STARTS, 0).mul(state)
            .and(MASK);
        DoubleVector x = DoubleVector.zero(SPECIES);
        DoubleVector y = x;
        long pairs = 0;
        long beyondOne = 0;
        long beyondTwo = 0;
        long beyondThree = 0;
        for (int pair = 0; pair < EpProblem.BATCH; pair += LANES) {
            LongVector next = states.mul(MULTIPLIER).and(MASK);
            DoubleVector u = numbers(next);
            DoubleVector v = numbers(next.mul(MULTIPLIER).and(MASK));
            states = states.mul(LEAP).and(MASK);
            DoubleVector t = u.mul(u).add(v.mul(v));
            VectorMask<Double> inside = t.compare(VectorOperators.LE, 1);
            DoubleVector factor = t.lanewise(VectorOperators.LOG).mul(-2).div(t).lanewise(VectorOperators.SQRT);
            DoubleVector first = u.mul(factor);
            DoubleVector second = v.mul(factor);
            x = x.add(first, inside);
            y = y.add(second, inside);
            DoubleVector larger = first.abs().max(second.abs());
            pairs += inside.trueCount();
            beyondOne += larger.compare(VectorOperators.GE, 1, inside).trueCount();
            beyondTwo += larger.compare(VectorOperators.GE, 2, inside).trueCount();
            VectorMask<Double> far = larger.compare(VectorOperators.GE, 3, inside);
            if (far.anyTrue()) {
                beyondThree += far.trueCount();
                for (int annulus = 3; far.anyTrue(); annulus++) {
                    VectorMask<Double> farther = larger.compare(VectorOperators.GE, annulus + 1, far);
                    counts[annulus] += far.trueCount() - farther.trueCount();
                    far = farther;
                }
            }
        }
        sumX += x.reduceLanes(VectorOperators.ADD);
        sumY += y.reduceLanes(VectorOperators.ADD);
        counts[0] += pairs - beyondOne;
        counts[1] += beyondOne - beyondTwo;
        counts[2] += beyondTwo - beyondThree;
    }
}

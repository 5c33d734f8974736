// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import java.util.Arrays;

/** Generates the stream of a source in wrapping 32-bit integer arithmetic. */
final class Features {
    private static final long SEED = 314_159_265;
    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 0x1p-46;
    private static final int FACTOR = 83;
    private static final int PERIOD = 3_141_592;
    private static final int[] BASES = {2, 2, 2, 5};
    private static final int[] MODULI = {421, 419, 1427, 3527};

    private Features() {
    }

    static double[] of(DtProblem problem, int node) {
        double[] stream = new double[DtProblem.FEATURES * length(problem, node)];
        long exponent = stream.length * (node + 1) % PERIOD;
        int[] sample = new int[DtProblem.FEATURES];
        Arrays.setAll(sample, feature -> power(BASES[feature], exponent, MODULI[feature]));
        for (int i = 0; i < stream.length; i += sample.length) {
            for (int feature = 0; feature < sample.length; feature++) {
                sample[feature] = sample[feature] * BASES[feature] % MODULI[feature];
                stream[i + feature] = sample[feature];
            }
        }
        return stream;
    }

    static int length(DtProblem problem, int node) {
        int odd = 2 * node + 1;
        double first = (SEED * odd & MASK) * SCALE;
        int rest = power((int) (1 / first) * FACTOR, odd, 2 * problem.deviation());
        return problem.samples() - problem.deviation() + Math.abs(rest);
    }

    private static int power(int base, long exponent, int modulus) {
        if (exponent == 0) {
            return 1;
        }
        int square = base;
        int result = 1;
        for (long rest = exponent; rest > 1;) {
            if (rest % 2 == 0) {
                square = square * square % modulus;
                rest /= 2;
            } else {
                result = result * square % modulus;
                rest--;
            }
        }
        return result * square % modulus;
    }
}

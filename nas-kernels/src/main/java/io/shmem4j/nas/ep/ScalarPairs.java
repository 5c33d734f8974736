// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

/** Pair by pair. */
final class ScalarPairs extends PairLoop {
    private static final double TWICE = 0x1p-45;

    @Override
    void batch(long state) {
        long seed = state;
        double x = 0;
        double y = 0;
        for (int pair = 0; pair < EpProblem.BATCH; pair++) {
            seed = seed * MULTIPLIER & MASK;
            double u = seed * TWICE - 1;
            seed = seed * MULTIPLIER & MASK;
            double v = seed * TWICE - 1;
            double t = u * u + v * v;
            if (t <= 1) {
                double factor = Math.sqrt(-2 * Math.log(t) / t);
                double first = u * factor;
                double second = v * factor;
                counts[(int) Math.max(Math.abs(first), Math.abs(second))]++;
                x += first;
                y += second;
            }
        }
        sumX += x;
        sumY += y;
    }
}

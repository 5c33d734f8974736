// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.util.Locale;

/**
 * Computes pi as the area under 4 / (1 + x^2) between 0 and 1, by the midpoint rule.
 *
 * <p>Each PE sums a contiguous share of the strips and stores its part with one {@code p} into its own slot of an array
 * on PE 0. The barrier completes those stores; then PE 0 adds the parts and puts the total where every PE can get it.
 *
 * <p>Arguments: strips (default 20 million).
 */
public final class Pi {
    private static final double TOLERANCE = 1e-10;

    private Pi() {
    }

    public static void main(String[] args) {
        long strips = new Arguments("pi [strips]", args, 1).longCount(0, 20_000_000);
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int n = shmem.nPes();
            SymmetricDoubles parts = shmem.allocateDoubles(n).named("parts");
            SymmetricDoubles total = shmem.allocateDoubles(1).named("total");

            double start = shmem.time();
            long from = strips / n * me + Math.min(me, strips % n);
            long to = from + strips / n + (me < strips % n ? 1 : 0);
            shmem.p(parts, me, area(from, to, strips), 0);
            shmem.barrierAll();
            if (me == 0) {
                double sum = 0;
                for (int pe = 0; pe < n; pe++) {
                    sum += parts.get(pe);
                }
                total.set(0, sum);
            }
            shmem.barrierAll();
            double pi = shmem.g(total, 0, 0);
            double seconds = shmem.time() - start;

            double error = Math.abs(pi - Math.PI);
            // The midpoint rule is off by less than 1 / strips^2 here; the rest is rounding.
            if (!(error < TOLERANCE + 1.0 / strips / strips)) {
                throw new AssertionError("PE " + me + " got " + pi + ", which is off by " + error);
            }
            if (me == 0) {
                System.out.printf(Locale.ROOT, "pi = %.12f, off by %.1e, from %d strips on %d PEs in %.1f ms%n", pi,
                    error, strips, n, seconds * 1e3);
            }
        }
    }

    /** {@return the area of some strips} */
    private static double area(long from, long to, long strips) {
        double width = 1.0 / strips;
        double sum = 0;
        for (long i = from; i < to; i++) {
            double x = (i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
        return sum * width;
    }
}

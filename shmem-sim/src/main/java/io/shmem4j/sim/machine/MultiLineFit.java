// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * Nanoseconds of a message of N lines: T(N) = o N + q - p / N.
 *
 * @param o cost of one more line
 * @param q start-up
 * @param p part of the start-up that more lines hide
 */
public record MultiLineFit(double o, double q, double p) {
    /**
     * {@return T(N)}
     *
     * @param lines N, not necessarily whole
     */
    public double time(double lines) {
        return o * lines + q - p / lines;
    }

    static MultiLineFit read(Section section) {
        try (section) {
            MultiLineFit fit = new MultiLineFit(section.positive("o"), section.atLeast("q", 0),
                section.atLeast("p", 0));
            if (fit.p > fit.q) {
                throw section.wrong("p", "must not exceed q, or one line would start before it is asked for");
            }
            return fit;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

/**
 * Best and worst case in nanoseconds.
 *
 * @param min best case
 * @param max worst case
 */
public record Range(double min, double max) {
    public boolean contains(double ns) {
        return ns >= min && ns <= max;
    }

    public Range plus(Range other) {
        return new Range(min + other.min, max + other.max);
    }

    public Range scaled(double factor) {
        return new Range(factor * min, factor * max);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

/**
 * Best and worst case in nanoseconds.
 *
 * @param min best case
 * @param max worst case
 */
public record Range(double min, double max) {
    /**
     * {@return whether a time is inside}
     *
     * @param ns the time
     */
    public boolean contains(double ns) {
        return ns >= min && ns <= max;
    }

    /**
     * {@return the sum with another range}
     *
     * @param other the other
     */
    public Range plus(Range other) {
        return new Range(min + other.min, max + other.max);
    }

    /**
     * {@return the range in another unit}
     *
     * @param factor of that unit
     */
    public Range scaled(double factor) {
        return new Range(factor * min, factor * max);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.sheet;

/**
 * How a sheet is drawn: its first column along the x axis, a line or a group of bars for each column from another one
 * on.
 *
 * @param kind   lines or bars
 * @param first  first column that is drawn, the following ones are too
 * @param yLabel what they show, with the unit
 * @param logX   whether the x axis is logarithmic
 * @param logY   whether the y axis is
 */
public record Chart(Kind kind, int first, String yLabel, boolean logX, boolean logY) {
    /** The kinds of charts. */
    public enum Kind {
        /** Numbers over numbers. */
        LINES,
        /** Numbers over words. */
        BARS
    }
}

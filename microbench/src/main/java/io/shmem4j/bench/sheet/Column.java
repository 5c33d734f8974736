// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.sheet;

/**
 * A column of a sheet.
 *
 * @param name     what it shows
 * @param unit     in which unit, empty for none
 * @param decimals digits after the point, for numbers
 */
public record Column(String name, String unit, int decimals) {
    /**
     * {@return a column of words or whole numbers}
     *
     * @param name what it shows
     */
    public static Column of(String name) {
        return new Column(name, "", 0);
    }

    /** {@return the head of the column} */
    public String head() {
        return unit.isEmpty() ? name : name + " (" + unit + ")";
    }
}

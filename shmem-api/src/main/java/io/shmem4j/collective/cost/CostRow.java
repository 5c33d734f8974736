// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/** Measured times of one operation by one algorithm on one number of PEs. */
public record CostRow(Operation operation, int algorithm, int pes, long[] bytes, long[] nanos) {
    /**
     * {@return nanoseconds at a length: interpolated on logarithmic axes between its neighbours; beyond the longest
     * measured length the time grows in proportion}
     */
    public double at(long length) {
        int last = bytes.length - 1;
        if (length <= bytes[0]) {
            return nanos[0];
        }
        if (length >= bytes[last]) {
            return (double) nanos[last] * length / bytes[last];
        }
        int right = 1;
        while (bytes[right] < length) {
            right++;
        }
        if (bytes[right] == length) {
            return nanos[right];
        }
        double left = bytes[right - 1];
        double part = StrictMath.log(length / left) / StrictMath.log(bytes[right] / left);
        return nanos[right - 1] * StrictMath.pow((double) nanos[right] / nanos[right - 1], part);
    }
}

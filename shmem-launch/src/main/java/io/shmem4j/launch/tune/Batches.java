// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import java.util.Arrays;

/**
 * The times of an algorithm's batches in one pass.
 *
 * <p>What counts is the lower quartile. Slow batches may be cold or disturbed, most of them on a busy machine. But the
 * fastest one may be a lucky one: where PEs share cores, who runs first differs from batch to batch, and so do the
 * times of the same call, by a factor of two.
 */
final class Batches {
    private double[] nanos = new double[16];
    private int count;

    static Batches[] of(int algorithms) {
        Batches[] all = new Batches[algorithms];
        Arrays.setAll(all, i -> new Batches());
        return all;
    }

    void add(double batch) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = batch;
    }

    /** {@return nanoseconds of a call, beyond all bounds while there is no batch} */
    double typical() {
        if (count == 0) {
            return Double.MAX_VALUE;
        }
        double[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[count / 4];
    }
}

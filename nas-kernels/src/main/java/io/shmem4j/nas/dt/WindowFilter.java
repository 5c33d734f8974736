// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.dt;

/**
 * A comparator's result from two streams: each sample of the first becomes the closest of three samples of the second,
 * with less weight.
 */
final class WindowFilter {
    private static final int WIDTH = DtProblem.FEATURES;

    private WindowFilter() {
    }

    /** {@return the first stream, filtered}; it is overwritten unless the other one is longer */
    static double[] filter(double[] stream, double[] other, int node) {
        double[] a = stream.length < other.length ? resampled(stream, other.length) : stream;
        double[] b = other.length < a.length ? resampled(other, a.length) : other;
        double weight = (node + 1.0) / (node + 2);
        // Values before a sample have been replaced already.
        for (int i = WIDTH; i < a.length - WIDTH; i += WIDTH) {
            double best = distance(a, b, i);
            double behind = distance(a, b, i + WIDTH);
            double before = distance(a, b, i - WIDTH);
            int from = i;
            if (behind < best) {
                from = i + WIDTH;
                best = behind;
            }
            if (before < best) {
                from = i - WIDTH;
            }
            a[i] = weight * b[from];
            a[i + 1] = weight * b[from + 1];
            a[i + 2] = weight * b[from + 2];
            a[i + 3] = weight * b[from + 3];
        }
        return a;
    }

    private static double distance(double[] a, double[] b, int at) {
        double first = a[at] - b[at];
        double second = a[at + 1] - b[at + 1];
        double third = a[at + 2] - b[at + 2];
        double fourth = a[at + 3] - b[at + 3];
        return first * first + second * second + third * third + fourth * fourth;
    }

    /** {@return a stream of another length}; each number is dealt out over as many places as lie next to it */
    private static double[] resampled(double[] stream, int length) {
        double[] result = new double[length];
        int ratio = length / stream.length;
        for (int i = 1; i < stream.length - 1; i++) {
            int low = (int) (0.5 * (2 * i - 1) * ratio);
            int high = (int) (0.5 * (2 * i + 1) * ratio);
            double part = stream[i] / (high - low + 1);
            for (int place = low; place <= high; place++) {
                result[place] += part;
            }
        }
        result[0] = stream[0];
        result[length - 1] = stream[stream.length - 1];
        return result;
    }
}

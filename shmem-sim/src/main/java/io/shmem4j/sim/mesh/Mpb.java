// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/** What is in a core's message-passing buffer. */
final class Mpb {
    private final double[] numbers;

    Mpb(int size) {
        numbers = new double[size];
    }

    void read(int from, double[] to, int count) {
        System.arraycopy(numbers, from, to, 0, count);
    }

    void write(int to, double[] from, int count) {
        System.arraycopy(from, 0, numbers, to, count);
    }
}

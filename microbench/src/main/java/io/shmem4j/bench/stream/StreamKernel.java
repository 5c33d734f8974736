// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.stream;

/** The four kernels, in the order in which they run. */
enum StreamKernel {
    /** c = a. */
    COPY("Copy", 2),
    /** b = s c. */
    SCALE("Scale", 2),
    /** c = a + b. */
    ADD("Add", 3),
    /** a = b + s c. */
    TRIAD("Triad", 3);

    /** The factor s. */
    static final double FACTOR = 3.0;

    private final String title;
    private final int arrays;

    StreamKernel(String title, int arrays) {
        this.title = title;
        this.arrays = arrays;
    }

    String title() {
        return title;
    }

    /** {@return bytes read and written for an element, as STREAM counts them} */
    int bytes() {
        return arrays * Double.BYTES;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

/** The four kernels, in the order in which they run. */
enum StreamKernel {
    COPY("Copy", 2),
    SCALE("Scale", 2),
    ADD("Add", 3),
    TRIAD("Triad", 3);

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

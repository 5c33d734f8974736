// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

/** Position of each member's part in the concatenation of all. */
final class Parts {
    private final int size;
    private final long[] starts;
    private long each;

    Parts(int size) {
        this.size = size;
        this.starts = new long[size + 1];
    }

    Parts equal(long bytes) {
        each = bytes;
        return this;
    }

    /** Parts have lengths of their own, set with {@link #length}, in order. */
    Parts unequal() {
        each = -1;
        return this;
    }

    void length(int index, long bytes) {
        starts[index + 1] = starts[index] + bytes;
    }

    long start(int index) {
        return each >= 0 ? each * index : starts[index];
    }

    long length(int index) {
        return start(index + 1) - start(index);
    }

    long total() {
        return start(size);
    }
}

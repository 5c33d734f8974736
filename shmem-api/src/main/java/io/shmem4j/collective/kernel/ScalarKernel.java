// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.kernel;

import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Operator;

/** A kernel that works element by element. After 512 MiB of operands it has the Vector API loaded. */
abstract class ScalarKernel extends Kernel {
    /** Shorter calls gain too little to be counted. */
    private static final int COUNTED_BYTES = 4 << 10;
    /** Some tenths of a second of work: bringing vectors in takes as long, on another thread. */
    private static final long ENOUGH_BYTES = 512L << 20;

    /** Several threads may overwrite each other's sums here, which only delays the loading. */
    private long worked;
    private boolean asked;

    ScalarKernel(Operator operator, int elementBytes, boolean ordered) {
        super(operator, elementBytes, ordered);
    }

    /** To be called with the bytes of each call's operands. */
    final void count(int bytes) {
        if (LateVectors.ALLOWED && bytes >= COUNTED_BYTES) {
            worked += bytes;
            if (worked >= ENOUGH_BYTES && !asked) {
                asked = true;
                new LateVectors(this).start();
            }
        }
    }

    /** {@return the kernel that does the same by vectors; needs the Vector API} */
    abstract Kernel vectors();

    /**
     * Uses another kernel instead from now on.
     *
     * @param other does the same, with the same bits
     */
    abstract void makeWayFor(Kernel other);
}

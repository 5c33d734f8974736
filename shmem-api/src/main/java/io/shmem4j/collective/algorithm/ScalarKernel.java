// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Kernel;

/** A kernel that works element by element. After half a second of long calls it has the Vector API loaded. */
abstract class ScalarKernel extends Kernel {
    /** Shorter calls gain too little to be counted. */
    private static final int COUNTED_BYTES = 4 << 10;
    /** One long call of so many is timed. */
    private static final int TIMED = 16;
    /**
     * Half a second. Bringing vectors in takes about as long, on another thread, and most loops with vectors take half
     * of the time; so a program loses at most about as much by the loading as it has lost without vectors.
     */
    private static final long ENOUGH_NANOS = 500_000_000L / TIMED;

    /** Several threads may overwrite each other's sums here, which only delays the loading. */
    private long timed;
    private int calls;
    private boolean asked;

    ScalarKernel(Operator operator, int elementBytes, boolean ordered) {
        super(operator, elementBytes, ordered);
    }

    /** {@return the start time of a call on a number of bytes, 0 if it is not timed} */
    final long begin(int bytes) {
        return LateVectors.ALLOWED && bytes >= COUNTED_BYTES && calls++ % TIMED == 0 ? System.nanoTime() : 0;
    }

    /** Ends a call, with the value that {@link #begin} has returned. */
    final void end(long start) {
        if (start != 0) {
            timed += System.nanoTime() - start;
            if (timed >= ENOUGH_NANOS && !asked) {
                asked = true;
                new LateVectors(this).start();
            }
        }
    }

    /** {@return the kernel that does the same by vectors; needs the Vector API} */
    abstract Kernel vectors();

    /** Uses another kernel instead from now on, which does the same, with the same bits. */
    abstract void makeWayFor(Kernel other);
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Kernel;

/** A kernel that works element by element. Half a second of long calls makes it load the Vector API. */
abstract class ScalarKernel extends Kernel {
    /** Shorter calls gain too little to be counted. */
    private static final int COUNTED_BYTES = 4 << 10;
    /** One in this many long calls is timed. */
    private static final int TIMED = 16;
    /**
     * Half a second. Switching to vectors takes about as long, on another thread, and most vector loops take half of
     * the time, so a program loses at most about as much by the switch as it has lost without vectors.
     */
    private static final long ENOUGH_NANOS = 500_000_000L / TIMED;

    /** A racy sum: threads may overwrite each other's additions, which only delays the switch. */
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

    /** Ends a call that began at this time; 0 if it is not timed. */
    final void end(long start) {
        if (start != 0) {
            timed += System.nanoTime() - start;
            if (timed >= ENOUGH_NANOS && !asked) {
                asked = true;
                new LateVectors(this).start();
            }
        }
    }

    /** {@return the equivalent kernel with vectors; needs the Vector API} */
    abstract Kernel vectors();

    /** Replaces this kernel by an equivalent one, with the same bits. */
    abstract void makeWayFor(Kernel other);
}

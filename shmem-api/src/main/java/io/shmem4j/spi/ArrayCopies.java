// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The first copies between arrays and segments. {@link MemorySegment#copy} for arrays is the fastest that compilers
 * make, but its switch over array types is linked at the first call, which takes 3 ms. A thread of its own links it;
 * calls until then make a segment of the array.
 */
final class ArrayCopies {
    /** A thread that reads an old value makes a segment once more. */
    private static boolean linked;
    private static boolean begun;

    private ArrayCopies() {
    }

    /** {@return whether a copy of an array costs no linking any more} */
    static boolean linked() {
        return linked;
    }

    /**
     * {@return an array as a segment; linking has begun}
     *
     * @param array of an element type
     */
    static MemorySegment segment(Object array) {
        if (!begun) {
            begun = true;
            Thread thread = new Thread(new Link(), "array-copies");
            thread.setDaemon(true);
            thread.start();
        }
        if (array instanceof double[] doubles) {
            return MemorySegment.ofArray(doubles);
        } else if (array instanceof long[] longs) {
            return MemorySegment.ofArray(longs);
        } else if (array instanceof int[] ints) {
            return MemorySegment.ofArray(ints);
        } else if (array instanceof float[] floats) {
            return MemorySegment.ofArray(floats);
        } else if (array instanceof short[] shorts) {
            return MemorySegment.ofArray(shorts);
        }
        return MemorySegment.ofArray((byte[]) array);
    }

    /** No lambda, which would be linked first. */
    private static final class Link implements Runnable {
        @Override
        public void run() {
            long[] from = {1};
            MemorySegment.copy(from, 0, MemorySegment.ofArray(new long[1]), ValueLayout.JAVA_LONG, 0, 1);
            linked = true;
        }
    }
}

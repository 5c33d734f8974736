// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Symmetric objects as agrona's atomic buffers, for codecs and data structures that use these. A buffer is a view: it
 * loads from and stores to the object, and is valid until the object is freed.
 */
public final class Buffers {
    private static final String NEEDED = "jdk.internal.misc";

    private Buffers() {
    }

    /**
     * {@return this PE's own copy of an object}
     *
     * @param object the object
     */
    public static AtomicBuffer local(Symmetric object) {
        return of(object.local());
    }

    /**
     * {@return a PE's copy of an object}
     *
     * @param shmem  the library
     * @param object the object
     * @param pe     whose copy
     * @throws UnsupportedOperationException if this PE can't map that copy: on simulated machines, and between nodes
     */
    public static AtomicBuffer of(Shmem shmem, Symmetric object, int pe) {
        MemorySegment copy = shmem.ptr(object, pe);
        if (copy == null) {
            throw new UnsupportedOperationException("PE " + shmem.myPe() + ": the backend can't map " + object
                + " of PE " + pe + ", which agrona's buffers need");
        }
        return of(copy);
    }

    private static AtomicBuffer of(MemorySegment copy) {
        requireFlags();
        return new UnsafeBuffer(copy.address(), Math.toIntExact(copy.byteSize()));
    }

    static void requireFlags() {
        if (!Object.class.getModule().isExported(NEEDED, UnsafeBuffer.class.getModule())) {
            throw new IllegalStateException("agrona needs --add-exports=java.base/" + NEEDED + "=ALL-UNNAMED: start the"
                + " job by oshrun --with agrona, or add this flag to your own JVM");
        }
    }
}

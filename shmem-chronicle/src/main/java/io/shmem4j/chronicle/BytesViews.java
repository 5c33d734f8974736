// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import java.lang.foreign.MemorySegment;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;

/**
 * Symmetric objects as stores of chronicle-bytes. A store is a view: its {@code bytesForWrite()} writes to the object.
 * It is valid until the object is freed. chronicle-bytes does not check its bounds.
 */
public final class BytesViews {
    private static final String[] OPENED = {"java.lang", "java.lang.reflect", "java.io", "java.util", "sun.nio.ch",
        "jdk.internal.misc"};

    private BytesViews() {
    }

    /**
     * {@return this PE's own copy of an object}
     *
     * @param object the object
     */
    public static PointerBytesStore local(Symmetric object) {
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
    public static PointerBytesStore of(Shmem shmem, Symmetric object, int pe) {
        MemorySegment copy = shmem.ptr(object, pe);
        if (copy == null) {
            throw new UnsupportedOperationException("PE " + shmem.myPe() + ": the backend can't map " + object
                + " of PE " + pe + ", which a store needs");
        }
        return of(copy);
    }

    private static PointerBytesStore of(MemorySegment copy) {
        requireFlags();
        PointerBytesStore store = BytesStore.nativePointer();
        store.set(copy.address(), copy.byteSize());
        return store;
    }

    /** Throws if the JVM lacks flags, without which chronicle-bytes prints warnings and later fails obscurely. */
    static void requireFlags() {
        Module base = Object.class.getModule();
        for (String each : OPENED) {
            if (!base.isOpen(each, BytesViews.class.getModule())) {
                throw new IllegalStateException("chronicle-bytes needs --add-opens=java.base/" + each
                    + "=ALL-UNNAMED and more: start the job by oshrun --with chronicle");
            }
        }
    }
}

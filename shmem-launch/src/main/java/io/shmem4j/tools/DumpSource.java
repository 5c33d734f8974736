// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Heaps to be dumped; offsets count from the start of a PE's heap. */
abstract class DumpSource implements AutoCloseable {
    /** {@return one line about it} */
    abstract String title();

    abstract int nPes();

    /** {@return its objects in the order of their places} */
    abstract List<SymmetricObject> objects();

    /** {@return some bytes of a PE's heap} */
    abstract MemorySegment bytes(int pe, long offset, long bytes) throws IOException;

    @Override
    public abstract void close();
}

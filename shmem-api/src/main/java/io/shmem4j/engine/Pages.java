// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;

/**
 * The pages of a symmetric object. A change that must be complete first forces its pages to exist, because a store to a
 * page that a full file system can't provide is lost, and compiled code may execute further stores before it gets the
 * Error.
 *
 * <p>Any thread may call the methods: a set bit says that a page exists, which stays true, and the loss of a bit only
 * costs another load.
 */
public final class Pages {
    private static final int SHIFT = 12;
    private static final long BYTES = 1 << SHIFT;
    /** Keeps the compiler from dropping loads. */
    private static byte loaded;

    private final long start;
    private final int count;
    private final long[][] known;

    /** The pages of an object at an offset in the heap. */
    public Pages(long heapOffset, long bytes, int nPes) {
        this.start = SystemLayout.heap(nPes) + heapOffset;
        this.count = page(bytes) + 1;
        this.known = new long[nPes][];
    }

    private int page(long at) {
        return (int) ((start + at >>> SHIFT) - (start >>> SHIFT));
    }

    /**
     * Forces the pages of some bytes of the object to exist.
     *
     * @throws IllegalStateException if the file system is full
     */
    public void require(long from, long bytes, int pe) {
        long[] bits = known[pe];
        int last = page(from + bytes - 1);
        for (int page = page(from); page <= last; page++) {
            if (bits == null || (bits[page >>> 6] >>> page & 1) == 0) {
                bits = learn(page, pe);
            }
        }
    }

    private long[] learn(int page, int pe) {
        require(pe, (start >>> SHIFT) + page << SHIFT);
        if (known[pe] == null) {
            known[pe] = new long[count + Long.SIZE - 1 >>> 6];
        }
        known[pe][page >>> 6] |= 1L << page;
        return known[pe];
    }

    /**
     * Forces the first and last pages of some bytes of a PE's region, and their neighbours, to exist; all pages of
     * small objects.
     *
     * @throws IllegalStateException if the file system is full
     */
    static void requireEnds(int pe, long offset, long bytes) {
        require(pe, offset);
        require(pe, offset + Math.min(bytes, BYTES) - 1);
        require(pe, offset + Math.max(bytes - BYTES, 0));
        require(pe, offset + bytes - 1);
    }

    /**
     * Forces all pages of some bytes of a PE's region to exist.
     *
     * @throws IllegalStateException if the file system is full
     */
    static void requireAll(int pe, long offset, long bytes) {
        for (long page = offset & -BYTES; page < offset + bytes; page += BYTES) {
            require(pe, page);
        }
    }

    /** Forces a page to exist by a load, whose Error compiled code gets at the end of a native call at the latest. */
    private static void require(int pe, long offset) {
        try {
            if (JobMemory.here(pe)) {
                loaded = JobMemory.words().getByteAcquire(pe * JobMemory.stride() + offset);
                Thread.holdsLock(Pages.class);
            }
        } catch (InternalError e) {
            throw new IllegalStateException(Fault.where() + ": the file system with the memory of PE " + pe
                + " is full", e);
        }
    }
}

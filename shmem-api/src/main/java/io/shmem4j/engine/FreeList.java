// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import java.util.Map;
import java.util.TreeMap;

/**
 * The free space in a range of offsets: best fit, lowest address among equals, adjacent blocks merged when freed.
 *
 * <p>Its state depends only on the sequence of calls, so PEs that make the same calls agree on every offset without
 * communication. It also remembers how far the range has ever been used, because everything beyond is still zero.
 */
public final class FreeList {
    private final long start;
    private final long end;
    private final TreeMap<Long, Long> free = new TreeMap<>();
    private long used;
    private long touched;

    public FreeList(long start, long bytes) {
        this.start = start;
        this.end = start + bytes;
        this.touched = start;
        if (bytes > 0) {
            free.put(start, bytes);
        }
    }

    /** Allocates a block of at least 1 byte; {@return its offset, or -1 if no free block is large enough} */
    public long allocate(long bytes, long alignment) {
        long best = -1;
        long bestBytes = Long.MAX_VALUE;
        for (Map.Entry<Long, Long> entry : free.entrySet()) {
            long size = entry.getValue();
            long padding = align(entry.getKey(), alignment) - entry.getKey();
            if (size < bestBytes && padding <= size && bytes <= size - padding) {
                best = entry.getKey();
                bestBytes = size;
            }
        }
        if (best < 0) {
            return -1;
        }
        free.remove(best);
        long offset = align(best, alignment);
        if (offset > best) {
            free.put(best, offset - best);
        }
        long rest = best + bestBytes - (offset + bytes);
        if (rest > 0) {
            free.put(offset + bytes, rest);
        }
        used += bytes;
        return offset;
    }

    public void free(long offset, long bytes) {
        long from = offset;
        long length = bytes;
        Map.Entry<Long, Long> below = free.lowerEntry(offset);
        if (below != null && below.getKey() + below.getValue() == offset) {
            from = below.getKey();
            length += below.getValue();
        }
        Long above = free.remove(offset + bytes);
        if (above != null) {
            length += above;
        }
        free.put(from, length);
        used -= bytes;
    }

    /** Notes the use of a block; {@return how many of its bytes, from the first, may not be zero} */
    public long touch(long offset, long bytes) {
        long dirty = Math.clamp(touched - offset, 0, bytes);
        touched = Math.max(touched, offset + bytes);
        return dirty;
    }

    /** Frees everything, but remembers the highest use. */
    public void reset() {
        free.clear();
        if (end > start) {
            free.put(start, end - start);
        }
        used = 0;
    }

    public long used() {
        return used;
    }

    /** {@return the largest size that {@link #allocate} has room for} */
    public long largestFree(long alignment) {
        long largest = 0;
        for (Map.Entry<Long, Long> entry : free.entrySet()) {
            long padding = align(entry.getKey(), alignment) - entry.getKey();
            largest = Math.max(largest, entry.getValue() - padding);
        }
        return largest;
    }

    public long capacity() {
        return end - start;
    }

    private static long align(long offset, long alignment) {
        return (offset + alignment - 1) & -alignment;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import java.lang.foreign.MemorySegment;

/**
 * A PE's working memory, divided into pieces aligned to cache lines.
 *
 * <p>It is off the Java heap, because a vector that crosses a cache line costs twice as much and arrays have no fixed
 * alignment. It is in the symmetric heap, because accesses are fastest if all segments are of one kind.
 */
final class Workspace {
    private final MemorySegment memory;
    private long used;

    Workspace(MemorySegment memory) {
        this.memory = memory;
    }

    long piece(long bytes) {
        long address = memory.address() + used;
        used += (bytes + FlowLayout.CACHE_LINE - 1) / FlowLayout.CACHE_LINE * FlowLayout.CACHE_LINE;
        if (used > memory.byteSize()) {
            throw new IllegalStateException(used + " bytes in a working memory of " + memory.byteSize());
        }
        return address;
    }

    /** Refuses a range outside of this memory; a kernel calls it once per batch of accesses. */
    void check(long address, long bytes) {
        if (address < memory.address() || address + bytes > memory.address() + memory.byteSize()) {
            throw new IndexOutOfBoundsException(bytes + " bytes at " + (address - memory.address())
                + " of a working memory of " + memory.byteSize());
        }
    }
}

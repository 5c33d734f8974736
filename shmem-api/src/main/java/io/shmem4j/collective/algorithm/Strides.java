// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Backend;

/** The blocks of an alltoall, whose elements may have gaps between them. One object serves all calls of a member. */
final class Strides {
    private final TeamView team;
    private long dest;
    private long destStride;
    private long source;
    private long sourceStride;
    private int elementBytes;
    private long count;

    Strides(TeamView team) {
        this.team = team;
    }

    /** Sets the offsets of dest and source, their strides in bytes, and the size and number of a block's elements. */
    void set(long newDest, long newDestStride, long newSource, long newSourceStride, int bytes, long elements) {
        dest = newDest;
        destStride = newDestStride;
        source = newSource;
        sourceStride = newSourceStride;
        elementBytes = bytes;
        count = elements;
    }

    int elementBytes() {
        return elementBytes;
    }

    long count() {
        return count;
    }

    /** Copies the block for this member from another member's source. */
    void read(int peer) {
        copy(team.self(), dest + peer * count * destStride, destStride, team.world(peer),
            source + team.me() * count * sourceStride, sourceStride, count);
    }

    /** Copies the block for another member from this one's source. */
    void write(int peer) {
        copy(team.world(peer), dest + team.me() * count * destStride, destStride, team.self(),
            source + peer * count * sourceStride, sourceStride, count);
    }

    /** Copies elements of one of this member's blocks to another member, where they are contiguous. */
    void pack(int block, long first, long elements, int peer, long to) {
        copy(team.world(peer), to, elementBytes, team.self(), source + (block * count + first) * sourceStride,
            sourceStride, elements);
    }

    /** Copies contiguous elements into a block of this member's dest. */
    void unpack(int block, long first, long elements, long from) {
        unpack(block, first, elements, team.me(), from);
    }

    /** Copies contiguous elements of another member into this one's dest. */
    void unpack(int block, long first, long elements, int peer, long from) {
        copy(team.self(), dest + (block * count + first) * destStride, destStride, team.world(peer), from,
            elementBytes, elements);
    }

    private void copy(int toPe, long to, long toStride, int fromPe, long from, long fromStride, long elements) {
        Backend backend = team.backend();
        if (toStride == elementBytes && fromStride == elementBytes) {
            backend.cellCopy(toPe, to, fromPe, from, elements * elementBytes);
            return;
        }
        for (long i = 0; i < elements; i++) {
            backend.cellCopy(toPe, to + i * toStride, fromPe, from + i * fromStride, elementBytes);
        }
    }
}

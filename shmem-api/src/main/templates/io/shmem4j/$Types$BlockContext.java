// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Block-strided access to {@code $type$}s: a link in the chain of classes that make up {@link Context}.
 *
 * <p>Strides count elements from the start of one block to the start of the next and are at least a block.
 */
public abstract sealed class $Types$BlockContext extends $Types$StridedContext permits $AfterBlock$ {
    $Types$BlockContext(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * Copies blocks to a PE from a Java array, each side with its own stride,
     * {@code shmem_$type$_ibput}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param block        elements in a block
     * @param count        blocks
     * @param pe           the other side
     */
    public final void ibput(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex,
        long destStride, long sourceStride, int block, int count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, block, count);
        long token = Hook.ON ? enter(Routine.IBPUT, peer, (long) block * count << $shift$) : 0;
        for (int i = 0; block != 0 && i < count; i++) {
            backend.write(peer, far + (i * destStride << $shift$), source, sourceIndex + i * (int) sourceStride, $LAYOUT$, block);
        }
        if (Hook.ON) {
            leave(Routine.IBPUT, peer, (long) block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks to a PE from a segment, whose indices count elements too, each side with its own stride,
     * {@code shmem_$type$_ibput}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param block        elements in a block
     * @param count        blocks
     * @param pe           the other side
     */
    public final void ibput(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
        long near = Fault.checkStridedSegment(source, sourceIndex, sourceStride, block, count, $shift$);
        long token = Hook.ON ? enter(Routine.IBPUT, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            backend.write(peer, far + (i * destStride << $shift$), source, near + (i * sourceStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.IBPUT, peer, block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks to a PE from this PE's copy of a symmetric object, each side with its own stride,
     * {@code shmem_$type$_ibput}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param block        elements in a block
     * @param count        blocks
     * @param pe           the other side
     */
    public final void ibput(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
        long near = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long token = Hook.ON ? enter(Routine.IBPUT, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            backend.copy(peer, far + (i * destStride << $shift$), me, near + (i * sourceStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.IBPUT, peer, block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks from a PE to a Java array, each side with its own stride,
     * {@code shmem_$type$_ibget}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param block        elements in a block
     * @param count        blocks
     * @param pe           the other side
     */
    public final void ibget($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, int block, int count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, block, count);
        long token = Hook.ON ? enter(Routine.IBGET, peer, (long) block * count << $shift$) : 0;
        for (int i = 0; block != 0 && i < count; i++) {
            backend.read(peer, far + (i * sourceStride << $shift$), dest, destIndex + i * (int) destStride, $LAYOUT$, block);
        }
        if (Hook.ON) {
            leave(Routine.IBGET, peer, (long) block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks from a PE to a segment, whose indices count elements too, each side with its own stride,
     * {@code shmem_$type$_ibget}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param block        elements in a block
     * @param count        blocks
     * @param pe           the other side
     */
    public final void ibget(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long near = Fault.checkStridedTarget(dest, destIndex, destStride, block, count, $shift$);
        long token = Hook.ON ? enter(Routine.IBGET, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            backend.read(peer, far + (i * sourceStride << $shift$), dest, near + (i * destStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.IBGET, peer, block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks from a PE to this PE's copy of a symmetric object, each side with its own stride,
     * {@code shmem_$type$_ibget}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param block        elements in a block
     * @param count        blocks
     * @param pe           the other side
     */
    public final void ibget(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long near = Symmetric.strided(dest, destIndex, destStride, block, count);
        long token = Hook.ON ? enter(Routine.IBGET, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            backend.copy(me, near + (i * destStride << $shift$), peer, far + (i * sourceStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.IBGET, peer, block * count << $shift$, token);
        }
    }
}

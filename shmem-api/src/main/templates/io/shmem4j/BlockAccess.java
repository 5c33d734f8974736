// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Strided copies of blocks of adjacent elements, {@code shmem_*_ibput} and {@code ibget}, with a stride in the source
 * and one in the target.
 *
 * <p>A stride is the distance in elements from the start of one block to the start of the next; it is at least a block.
 */
public sealed interface BlockAccess permits Context {
//#types
    /**
     * Copies blocks of a Java array to a PE, {@code shmem_$type$_ibput}.
     *
     * @param dest         the symmetric object
     * @param destIndex    its first element
     * @param source       the array
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one block to the next in dest
     * @param sourceStride elements from the start of one block to the next in source
     * @param block        number of elements in a block
     * @param count        number of blocks
     * @param pe           the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void ibput(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex,
        long destStride, long sourceStride, int block, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, (long) block * count << $shift$) : 0;
        for (int i = 0; block != 0 && i < count; i++) {
            c.backend.write(peer, far + (i * destStride << $shift$), source,
                sourceIndex + i * (int) sourceStride, ValueLayout.$LAYOUT$, block);
        }
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, (long) block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks of a memory segment to a PE, {@code shmem_$type$_ibput}.
     *
     * @param dest         the symmetric object
     * @param destIndex    its first element
     * @param source       the segment
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one block to the next in dest
     * @param sourceStride elements from the start of one block to the next in source
     * @param block        number of elements in a block
     * @param count        number of blocks
     * @param pe           the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void ibput(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
        long near = Fault.checkStridedSegment(source, sourceIndex, sourceStride, block, count, $shift$);
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            c.backend.write(peer, far + (i * destStride << $shift$), source, near + (i * sourceStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks of this PE's copy of a symmetric object to a PE, {@code shmem_$type$_ibput}.
     *
     * @param dest         the symmetric object
     * @param destIndex    its first element
     * @param source       the symmetric object to copy from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one block to the next in dest
     * @param sourceStride elements from the start of one block to the next in source
     * @param block        number of elements in a block
     * @param count        number of blocks
     * @param pe           the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void ibput(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
        long near = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            c.backend.copy(peer, far + (i * destStride << $shift$), c.me, near + (i * sourceStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks from a PE to a Java array, {@code shmem_$type$_ibget}.
     *
     * @param dest         the array
     * @param destIndex    its first element
     * @param source       the symmetric object
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one block to the next in dest
     * @param sourceStride elements from the start of one block to the next in source
     * @param block        number of elements in a block
     * @param count        number of blocks
     * @param pe           whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void ibget($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, int block, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, (long) block * count << $shift$) : 0;
        for (int i = 0; block != 0 && i < count; i++) {
            c.backend.read(peer, far + (i * sourceStride << $shift$), dest,
                destIndex + i * (int) destStride, ValueLayout.$LAYOUT$, block);
        }
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, (long) block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks from a PE to a memory segment, {@code shmem_$type$_ibget}.
     *
     * @param dest         the segment
     * @param destIndex    its first element
     * @param source       the symmetric object
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one block to the next in dest
     * @param sourceStride elements from the start of one block to the next in source
     * @param block        number of elements in a block
     * @param count        number of blocks
     * @param pe           whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void ibget(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long near = Fault.checkStridedTarget(dest, destIndex, destStride, block, count, $shift$);
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            c.backend.read(peer, far + (i * sourceStride << $shift$), dest, near + (i * destStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, block * count << $shift$, token);
        }
    }

    /**
     * Copies blocks from a PE to this PE's copy of a symmetric object, {@code shmem_$type$_ibget}.
     *
     * @param dest         the symmetric object to copy to
     * @param destIndex    its first element
     * @param source       the symmetric object
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one block to the next in dest
     * @param sourceStride elements from the start of one block to the next in source
     * @param block        number of elements in a block
     * @param count        number of blocks
     * @param pe           whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void ibget(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long near = Symmetric.strided(dest, destIndex, destStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, block * count << $shift$) : 0;
        for (long i = 0; block != 0 && i < count; i++) {
            c.backend.copy(c.me, near + (i * destStride << $shift$), peer, far + (i * sourceStride << $shift$),
                block << $shift$);
        }
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, block * count << $shift$, token);
        }
    }

//#done
}

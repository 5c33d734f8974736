// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Strided copies of elements, {@code shmem_*_iput} and {@code iget}, with a stride in the source and one in the target.
 *
 * <p>A stride is the distance in elements from the start of one element to the start of the next; it is at least 1.
 */
public sealed interface StridedAccess permits Context {
//#types
    /**
     * Copies elements of a Java array to a PE, {@code shmem_$type$_iput}.
     *
     * @param dest         the symmetric object
     * @param destIndex    its first element
     * @param source       the array
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one element to the next in dest
     * @param sourceStride elements from the start of one element to the next in source
     * @param count        number of elements
     * @param pe           the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void iput(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex,
        long destStride, long sourceStride, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, (long) count << $shift$) : 0;
        for (int i = 0; i < count; i++) {
            $type$ value = source[sourceIndex + i * (int) sourceStride];
            c.backend.put$Word$(peer, far + (i * destStride << $shift$), $toWord$(value));
        }
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, (long) count << $shift$, token);
        }
    }

    /**
     * Copies elements of a memory segment to a PE, {@code shmem_$type$_iput}.
     *
     * @param dest         the symmetric object
     * @param destIndex    its first element
     * @param source       the segment
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one element to the next in dest
     * @param sourceStride elements from the start of one element to the next in source
     * @param count        number of elements
     * @param pe           the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void iput(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long near = Fault.checkStridedSegment(source, sourceIndex, sourceStride, 1, count, $shift$);
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            c.backend.write(peer, far + (i * destStride << $shift$), source, near + (i * sourceStride << $shift$),
                $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, count << $shift$, token);
        }
    }

    /**
     * Copies elements of this PE's copy of a symmetric object to a PE, {@code shmem_$type$_iput}.
     *
     * @param dest         the symmetric object
     * @param destIndex    its first element
     * @param source       the symmetric object to copy from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one element to the next in dest
     * @param sourceStride elements from the start of one element to the next in source
     * @param count        number of elements
     * @param pe           the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void iput(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long near = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            c.backend.put$Word$(peer, far + (i * destStride << $shift$),
                c.backend.get$Word$(c.me, near + (i * sourceStride << $shift$)));
        }
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, count << $shift$, token);
        }
    }

    /**
     * Copies elements from a PE to a Java array, {@code shmem_$type$_iget}.
     *
     * @param dest         the array
     * @param destIndex    its first element
     * @param source       the symmetric object
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one element to the next in dest
     * @param sourceStride elements from the start of one element to the next in source
     * @param count        number of elements
     * @param pe           whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void iget($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IGET, peer, (long) count << $shift$) : 0;
        for (int i = 0; i < count; i++) {
            dest[destIndex + i * (int) destStride] =
                $fromWord$(c.backend.get$Word$(peer, far + (i * sourceStride << $shift$)));
        }
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, (long) count << $shift$, token);
        }
    }

    /**
     * Copies elements from a PE to a memory segment, {@code shmem_$type$_iget}.
     *
     * @param dest         the segment
     * @param destIndex    its first element
     * @param source       the symmetric object
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one element to the next in dest
     * @param sourceStride elements from the start of one element to the next in source
     * @param count        number of elements
     * @param pe           whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void iget(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long near = Fault.checkStridedTarget(dest, destIndex, destStride, 1, count, $shift$);
        long token = Hook.ON ? c.enter(Routine.IGET, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            c.backend.read(peer, far + (i * sourceStride << $shift$), dest, near + (i * destStride << $shift$),
                $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, count << $shift$, token);
        }
    }

    /**
     * Copies elements from a PE to this PE's copy of a symmetric object, {@code shmem_$type$_iget}.
     *
     * @param dest         the symmetric object to copy to
     * @param destIndex    its first element
     * @param source       the symmetric object
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one element to the next in dest
     * @param sourceStride elements from the start of one element to the next in source
     * @param count        number of elements
     * @param pe           whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void iget(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long near = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IGET, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            c.backend.put$Word$(c.me, near + (i * destStride << $shift$),
                c.backend.get$Word$(peer, far + (i * sourceStride << $shift$)));
        }
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, count << $shift$, token);
        }
    }

//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;


import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Strided access to {@code $type$}s: a link in the chain of classes that make up {@link Context}.
 *
 * <p>Strides count elements from the start of one element to the start of the next and are at least 1.
 */
public abstract sealed class $Types$StridedContext extends $Types$SignalContext permits $Types$BlockContext {
    $Types$StridedContext(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * Copies elements to a PE from a Java array, each side with its own stride,
     * {@code shmem_$type$_iput}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        elements
     * @param pe           the other side
     */
    public final void iput(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex,
        long destStride, long sourceStride, int count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, 1, count);
        long token = Hook.ON ? enter(Routine.IPUT, peer, (long) count << $shift$) : 0;
        for (int i = 0; i < count; i++) {
            backend.put$Word$(peer, far + (i * destStride << $shift$), $toWord$(source[sourceIndex + i * (int) sourceStride]));
        }
        if (Hook.ON) {
            leave(Routine.IPUT, peer, (long) count << $shift$, token);
        }
    }

    /**
     * Copies elements to a PE from a segment, whose indices count elements too, each side with its own stride,
     * {@code shmem_$type$_iput}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        elements
     * @param pe           the other side
     */
    public final void iput(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long near = Fault.checkStridedSegment(source, sourceIndex, sourceStride, 1, count, $shift$);
        long token = Hook.ON ? enter(Routine.IPUT, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            backend.write(peer, far + (i * destStride << $shift$), source, near + (i * sourceStride << $shift$),
                $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.IPUT, peer, count << $shift$, token);
        }
    }

    /**
     * Copies elements to a PE from this PE's copy of a symmetric object, each side with its own stride,
     * {@code shmem_$type$_iput}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        elements
     * @param pe           the other side
     */
    public final void iput(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long near = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long token = Hook.ON ? enter(Routine.IPUT, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            backend.put$Word$(peer, far + (i * destStride << $shift$),
                backend.get$Word$(me, near + (i * sourceStride << $shift$)));
        }
        if (Hook.ON) {
            leave(Routine.IPUT, peer, count << $shift$, token);
        }
    }

    /**
     * Copies elements from a PE to a Java array, each side with its own stride,
     * {@code shmem_$type$_iget}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        elements
     * @param pe           the other side
     */
    public final void iget($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, int count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, 1, count);
        long token = Hook.ON ? enter(Routine.IGET, peer, (long) count << $shift$) : 0;
        for (int i = 0; i < count; i++) {
            dest[destIndex + i * (int) destStride] = $fromWord$(backend.get$Word$(peer, far + (i * sourceStride << $shift$)));
        }
        if (Hook.ON) {
            leave(Routine.IGET, peer, (long) count << $shift$, token);
        }
    }

    /**
     * Copies elements from a PE to a segment, whose indices count elements too, each side with its own stride,
     * {@code shmem_$type$_iget}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        elements
     * @param pe           the other side
     */
    public final void iget(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long near = Fault.checkStridedTarget(dest, destIndex, destStride, 1, count, $shift$);
        long token = Hook.ON ? enter(Routine.IGET, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            backend.read(peer, far + (i * sourceStride << $shift$), dest, near + (i * destStride << $shift$),
                $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.IGET, peer, count << $shift$, token);
        }
    }

    /**
     * Copies elements from a PE to this PE's copy of a symmetric object, each side with its own stride,
     * {@code shmem_$type$_iget}.
     *
     * @param dest         where to
     * @param destIndex    its first element
     * @param source       where from
     * @param sourceIndex  its first element
     * @param destStride   elements from the start of one to the next in dest
     * @param sourceStride elements from the start of one to the next in source
     * @param count        elements
     * @param pe           the other side
     */
    public final void iget(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, long count, int pe) {
        int peer = world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long near = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long token = Hook.ON ? enter(Routine.IGET, peer, count << $shift$) : 0;
        for (long i = 0; i < count; i++) {
            backend.put$Word$(me, near + (i * destStride << $shift$),
                backend.get$Word$(peer, far + (i * sourceStride << $shift$)));
        }
        if (Hook.ON) {
            leave(Routine.IGET, peer, count << $shift$, token);
        }
    }
}

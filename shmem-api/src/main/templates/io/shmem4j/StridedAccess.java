// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Strided copies of elements, {@code shmem_*_iput} and {@code iget}, with a stride in the source and one in the
 * target.
 *
 * <p>A stride is the distance in elements from the start of one element to the start of the next; it is at least
 * 1.
 */
public sealed interface StridedAccess permits Context {
//#param destStride elements from the start of one element to the next in dest
//#param sourceStride elements from the start of one element to the next in source
//#param count number of elements
//#types: 3 value
//#param source the array
//#param dest the symmetric object
//#param pe the target
    /** Copies elements of a Java array to a PE, {@code shmem_long_iput}. @params @throws index, pe, freed */
    default void iput(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, long destStride,
        long sourceStride, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(dest, destIndex, destStride, 1, count);
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, (long) count << 3) : 0;
        for (int i = 0; i < count; i++) {
            long value = source[sourceIndex + i * (int) sourceStride];
            c.backend.putLong(peer, there + (i * destStride << 3), value);
            //#real c.backend.putLong(peer, there + (i * destStride << 3), Double.doubleToRawLongBits(value));
        }
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, (long) count << 3, token);
        }
    }

//#param dest the array
//#param source the symmetric object
//#param pe the PE to read
    /** Copies elements from a PE to a Java array, {@code shmem_long_iget}. @params @throws index, pe, freed */
    default void iget(long[] dest, int destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IGET, peer, (long) count << 3) : 0;
        for (int i = 0; i < count; i++) {
            dest[destIndex + i * (int) destStride] =
                c.backend.getLong(peer, there + (i * sourceStride << 3));
                //#real Double.longBitsToDouble(c.backend.getLong(peer, there + (i * sourceStride << 3)));
        }
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, (long) count << 3, token);
        }
    }

//#param source the segment
//#param dest the symmetric object
//#param pe the target
    /** Copies elements of a memory segment to a PE, {@code shmem_long_iput}. @params @throws index, pe, freed */
    default void iput(SymmetricLongs dest, long destIndex, MemorySegment source, long sourceIndex, long destStride,
        long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long here = Fault.checkStridedSegment(source, sourceIndex, sourceStride, 1, count, 3);
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, count << 3) : 0;
        Transfers.putSteps(c, peer, there, destStride << 3, source, here, sourceStride << 3, count, Long.BYTES);
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, count << 3, token);
        }
    }

//#param dest the segment
//#param source the symmetric object
//#param pe the PE to read
    /** Copies elements from a PE to a memory segment, {@code shmem_long_iget}. @params @throws index, pe, freed */
    default void iget(MemorySegment dest, long destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long here = Fault.checkStridedTarget(dest, destIndex, destStride, 1, count, 3);
        long token = Hook.ON ? c.enter(Routine.IGET, peer, count << 3) : 0;
        Transfers.getSteps(c, dest, here, destStride << 3, peer, there, sourceStride << 3, count, Long.BYTES);
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, count << 3, token);
        }
    }

//#param source the object
//#param dest the symmetric object
//#param pe the target
    /** Copies elements of this PE's copy of a symmetric object to a PE, {@code shmem_long_iput}. @params @throws index,
     * pe, freed */
    default void iput(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long here = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, count << 3) : 0;
        moveLongs(c, peer, there, destStride << 3, c.me, here, sourceStride << 3, count);
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, count << 3, token);
        }
    }

//#param dest the object
//#param source the symmetric object
//#param pe the PE to read
    /** Copies elements from a PE to this PE's copy of a symmetric object, {@code shmem_long_iget}. @params @throws
     * index, pe, freed */
    default void iget(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
        long here = Symmetric.strided(dest, destIndex, destStride, 1, count);
        long token = Hook.ON ? c.enter(Routine.IGET, peer, count << 3) : 0;
        moveLongs(c, c.me, here, destStride << 3, peer, there, sourceStride << 3, count);
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, count << 3, token);
        }
    }

    private static void moveLongs(Context c, int toPe, long to, long toStep, int fromPe, long from, long fromStep,
        long count) {
        for (long i = 0; i < count; i++) {
            c.backend.putLong(toPe, to + i * toStep, c.backend.getLong(fromPe, from + i * fromStep));
            //#real c.backend.putLong(toPe, to + i * toStep, c.backend.getLong(fromPe, from + i * fromStep));
        }
    }

//#done
}

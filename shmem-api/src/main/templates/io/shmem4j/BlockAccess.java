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
 * <p>A stride is the distance in elements from the start of one block to the start of the next; it is at least
 * a block.
 */
public sealed interface BlockAccess permits Context {
//#param destStride elements from the start of one block to the next in dest
//#param sourceStride elements from the start of one block to the next in source
//#param block number of elements in a block
//#param count number of blocks
//#types: 3
//#param source the array
//#param dest the symmetric object
//#param pe the target
    /** Copies blocks of a Java array to a PE, {@code shmem_long_ibput}. @params @throws index, pe, freed */
    default void ibput(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, long destStride,
        long sourceStride, int block, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(dest, destIndex, destStride, block, count);
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, (long) block * count << 3) : 0;
        for (int i = 0; block != 0 && i < count; i++) {
            c.backend.write(peer, there + (i * destStride << 3), source, sourceIndex + i * (int) sourceStride,
                ValueLayout.JAVA_LONG, block);
        }
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, (long) block * count << 3, token);
        }
    }

//#param dest the array
//#param source the symmetric object
//#param pe the PE to read
    /** Copies blocks from a PE to a Java array, {@code shmem_long_ibget}. @params @throws index, pe, freed */
    default void ibget(long[] dest, int destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, int block, int count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, (long) block * count << 3) : 0;
        for (int i = 0; block != 0 && i < count; i++) {
            c.backend.read(peer, there + (i * sourceStride << 3), dest, destIndex + i * (int) destStride,
                ValueLayout.JAVA_LONG, block);
        }
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, (long) block * count << 3, token);
        }
    }

//#param source the segment
//#param dest the symmetric object
//#param pe the target
    /** Copies blocks of a memory segment to a PE, {@code shmem_long_ibput}. @params @throws index, pe, freed */
    default void ibput(SymmetricLongs dest, long destIndex, MemorySegment source, long sourceIndex, long destStride,
        long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(dest, destIndex, destStride, block, count);
        long here = Fault.checkStridedSegment(source, sourceIndex, sourceStride, block, count, 3);
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, block * count << 3) : 0;
        Transfers.putSteps(c, peer, there, destStride << 3, source, here, sourceStride << 3, block == 0 ? 0 : count,
            block << 3);
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, block * count << 3, token);
        }
    }

//#param dest the segment
//#param source the symmetric object
//#param pe the PE to read
    /** Copies blocks from a PE to a memory segment, {@code shmem_long_ibget}. @params @throws index, pe, freed */
    default void ibget(MemorySegment dest, long destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long here = Fault.checkStridedTarget(dest, destIndex, destStride, block, count, 3);
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, block * count << 3) : 0;
        Transfers.getSteps(c, dest, here, destStride << 3, peer, there, sourceStride << 3, block == 0 ? 0 : count,
            block << 3);
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, block * count << 3, token);
        }
    }

//#param source the object
//#param dest the symmetric object
//#param pe the target
    /** Copies blocks of this PE's copy of a symmetric object to a PE, {@code shmem_long_ibput}. @params @throws index,
     * pe, freed */
    default void ibput(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(dest, destIndex, destStride, block, count);
        long here = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, block * count << 3) : 0;
        Transfers.copySteps(c, peer, there, destStride << 3, c.me, here, sourceStride << 3, block == 0 ? 0 : count,
            block << 3);
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, block * count << 3, token);
        }
    }

//#param dest the object
//#param source the symmetric object
//#param pe the PE to read
    /** Copies blocks from a PE to this PE's copy of a symmetric object, {@code shmem_long_ibget}. @params @throws
     * index, pe, freed */
    default void ibget(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long destStride,
        long sourceStride, long block, long count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
        long here = Symmetric.strided(dest, destIndex, destStride, block, count);
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, block * count << 3) : 0;
        Transfers.copySteps(c, c.me, here, destStride << 3, peer, there, sourceStride << 3, block == 0 ? 0 : count,
            block << 3);
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, block * count << 3, token);
        }
    }

//#done
}

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
//#param destStride elements from the start of one block to the next in dest
//#param sourceStride elements from the start of one block to the next in source
//#param block number of elements in a block
//#param count number of blocks
//#types
//#each near/all/Near/int/count/elements
//#row array | a Java array | $type$[] | int | int | (long) block * count
//#row segment | a memory segment | MemorySegment | long | long | block * count
//#row object | this PE's copy of a symmetric object | Symmetric$Types$ | long | long | block * count
//#param source the $near$
//#param pe the target
    /**
     * Copies blocks of $all$ to a PE, {@code shmem_$type$_ibput}.
     *
     * @params
     * @throws index, pe, freed
     */
    default void ibput(Symmetric$Types$ dest, long destIndex, $Near$ source, $int$ sourceIndex,
        long destStride, long sourceStride, $count$ block, $count$ count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, block, count);
//#when array
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, block, count);
//#end
//#when segment
        long near = Fault.checkStridedSegment(source, sourceIndex, sourceStride, block, count, $shift$);
//#end
//#when object
        long near = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
//#end
        long token = Hook.ON ? c.enter(Routine.IBPUT, peer, $elements$ << $shift$) : 0;
        for ($count$ i = 0; block != 0 && i < count; i++) {
//#when array
            c.backend.write(peer, far + (i * destStride << $shift$), source,
                sourceIndex + i * (int) sourceStride, ValueLayout.$LAYOUT$, block);
//#end
//#when segment
            c.backend.write(peer, far + (i * destStride << $shift$), source, near + (i * sourceStride << $shift$),
                block << $shift$);
//#end
//#when object
            c.backend.copy(peer, far + (i * destStride << $shift$), c.me, near + (i * sourceStride << $shift$),
                block << $shift$);
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.IBPUT, peer, $elements$ << $shift$, token);
        }
    }

//#param source the symmetric object
//#param dest the $near$
//#param pe whose copy
    /**
     * Copies blocks from a PE to $all$, {@code shmem_$type$_ibget}.
     *
     * @params
     * @throws index, pe, freed
     */
    default void ibget($Near$ dest, $int$ destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, $count$ block, $count$ count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, block, count);
//#when array
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, block, count);
//#end
//#when segment
        long near = Fault.checkStridedTarget(dest, destIndex, destStride, block, count, $shift$);
//#end
//#when object
        long near = Symmetric.strided(dest, destIndex, destStride, block, count);
//#end
        long token = Hook.ON ? c.enter(Routine.IBGET, peer, $elements$ << $shift$) : 0;
        for ($count$ i = 0; block != 0 && i < count; i++) {
//#when array
            c.backend.read(peer, far + (i * sourceStride << $shift$), dest,
                destIndex + i * (int) destStride, ValueLayout.$LAYOUT$, block);
//#end
//#when segment
            c.backend.read(peer, far + (i * sourceStride << $shift$), dest, near + (i * destStride << $shift$),
                block << $shift$);
//#end
//#when object
            c.backend.copy(c.me, near + (i * destStride << $shift$), peer, far + (i * sourceStride << $shift$),
                block << $shift$);
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.IBGET, peer, $elements$ << $shift$, token);
        }
    }

//#param dest the symmetric object
//#next
//#done
}

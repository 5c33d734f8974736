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
//#param destStride elements from the start of one element to the next in dest
//#param sourceStride elements from the start of one element to the next in source
//#types
//#each near/all/Near/int/count/elements
//#row array | a Java array | $type$[] | int | int | (long) count
//#row segment | a memory segment | MemorySegment | long | long | count
//#row object | this PE's copy of a symmetric object | Symmetric$Types$ | long | long | count
//#param source the $near$
//#param pe the target
    /**
     * Copies elements of $all$ to a PE, {@code shmem_$type$_iput}.
     *
     * @params
     * @throws index, pe, freed
     */
    default void iput(Symmetric$Types$ dest, long destIndex, $Near$ source, $int$ sourceIndex,
        long destStride, long sourceStride, $count$ count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(dest, destIndex, destStride, 1, count);
//#when array
        Fault.checkStrided(source, source == null ? -1 : source.length, sourceIndex, sourceStride, 1, count);
//#end
//#when segment
        long near = Fault.checkStridedSegment(source, sourceIndex, sourceStride, 1, count, $shift$);
//#end
//#when object
        long near = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
//#end
        long token = Hook.ON ? c.enter(Routine.IPUT, peer, $elements$ << $shift$) : 0;
        for ($count$ i = 0; i < count; i++) {
//#when array
            $type$ value = source[sourceIndex + i * (int) sourceStride];
            c.backend.put$Word$(peer, far + (i * destStride << $shift$), $toWord$(value));
//#end
//#when segment
            c.backend.write(peer, far + (i * destStride << $shift$), source, near + (i * sourceStride << $shift$),
                $bytes$);
//#end
//#when object
            c.backend.put$Word$(peer, far + (i * destStride << $shift$),
                c.backend.get$Word$(c.me, near + (i * sourceStride << $shift$)));
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.IPUT, peer, $elements$ << $shift$, token);
        }
    }

//#param source the symmetric object
//#param dest the $near$
//#param pe whose copy
    /**
     * Copies elements from a PE to $all$, {@code shmem_$type$_iget}.
     *
     * @params
     * @throws index, pe, freed
     */
    default void iget($Near$ dest, $int$ destIndex, Symmetric$Types$ source, long sourceIndex,
        long destStride, long sourceStride, $count$ count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long far = Symmetric.strided(source, sourceIndex, sourceStride, 1, count);
//#when array
        Fault.checkStrided(dest, dest == null ? -1 : dest.length, destIndex, destStride, 1, count);
//#end
//#when segment
        long near = Fault.checkStridedTarget(dest, destIndex, destStride, 1, count, $shift$);
//#end
//#when object
        long near = Symmetric.strided(dest, destIndex, destStride, 1, count);
//#end
        long token = Hook.ON ? c.enter(Routine.IGET, peer, $elements$ << $shift$) : 0;
        for ($count$ i = 0; i < count; i++) {
//#when array
            dest[destIndex + i * (int) destStride] =
                $fromWord$(c.backend.get$Word$(peer, far + (i * sourceStride << $shift$)));
//#end
//#when segment
            c.backend.read(peer, far + (i * sourceStride << $shift$), dest, near + (i * destStride << $shift$),
                $bytes$);
//#end
//#when object
            c.backend.put$Word$(c.me, near + (i * destStride << $shift$),
                c.backend.get$Word$(peer, far + (i * sourceStride << $shift$)));
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.IGET, peer, $elements$ << $shift$, token);
        }
    }

//#param dest the symmetric object
//#next
//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

//#files Kind/i/I/piece/block/times/some/size/what
//#row Strided | i | I | element | 1 | | | $bytes$ | elements
//#row Block | ib | IB | block | block | block * | block != 0 && | block << $shift$ | blocks of adjacent elements
/**
 * Strided copies of $what$, {@code shmem_*_$i$put} and {@code $i$get}, with a stride in the source and one in the
 * target.
 *
 * <p>A stride is the distance in elements from the start of one $piece$ to the start of the next; it is at least
//#when Strided
 * 1.
//#else
 * a block.
//#end
 */
public sealed interface $Kind$Access permits Context {
//#param destStride elements from the start of one $piece$ to the next in dest
//#param sourceStride elements from the start of one $piece$ to the next in source
//#param block number of elements in a block
//#param count number of $piece$s
//#types
//#each kind/all/Near/int/count/moved
//#row array | a Java array | $type$[] | int | int | (long) $times$ count
//#row segment | a memory segment | MemorySegment | long | long | $times$ count
//#row object | this PE's copy of a symmetric object | Symmetric$Types$ | long | long | $times$ count
//#each put/PUT/near/far/Dest/to/Source/from/whose/write/Segment
//#row put | PUT | source | dest | Symmetric$Types$ | long | $Near$ | $int$ | the target | write | Segment
//#row get | GET | dest | source | $Near$ | $int$ | Symmetric$Types$ | long | the PE to read | read | Target
//#param $near$ the $kind$
//#param $far$ the symmetric object
//#param pe $whose$
    /**
//#when put
     * Copies $piece$s of $all$ to a PE, {@code shmem_$type$_$i$put}.
//#else
     * Copies $piece$s from a PE to $all$, {@code shmem_$type$_$i$get}.
//#end
     *
     * @params
     * @throws index, pe, freed
     */
    default void $i$$put$($Dest$ dest, $to$ destIndex, $Source$ source, $from$ sourceIndex,
        long destStride, long sourceStride,
//#when Block
        $count$ block,
//#end
        $count$ count, int pe) {
        Context c = (Context) this;
        int peer = c.world(pe);
        long there = Symmetric.strided($far$, $far$Index, $far$Stride, $block$, count);
//#when array
        Fault.checkStrided($near$, $near$ == null ? -1 : $near$.length, $near$Index, $near$Stride, $block$, count);
//#end
//#when segment
        long here = Fault.checkStrided$Segment$($near$, $near$Index, $near$Stride, $block$, count, $shift$);
//#end
//#when object
        long here = Symmetric.strided($near$, $near$Index, $near$Stride, $block$, count);
//#end
        long token = Hook.ON ? c.enter(Routine.$I$$PUT$, peer, $moved$ << $shift$) : 0;
        for ($count$ i = 0; $some$i < count; i++) {
//#when segment
            c.backend.$write$(peer, there + (i * $far$Stride << $shift$), $near$,
                here + (i * $near$Stride << $shift$), $size$);
//#end
//#when Block
//#when array
            c.backend.$write$(peer, there + (i * $far$Stride << $shift$), $near$,
                $near$Index + i * (int) $near$Stride, ValueLayout.$LAYOUT$, block);
//#end
//#when object
//#when put
            c.backend.copy(peer, there + (i * destStride << $shift$), c.me, here + (i * sourceStride << $shift$),
                $size$);
//#else
            c.backend.copy(c.me, here + (i * destStride << $shift$), peer, there + (i * sourceStride << $shift$),
                $size$);
//#end
//#end
//#else
//#when array
//#when put
            $type$ value = source[sourceIndex + i * (int) sourceStride];
            c.backend.put$Word$(peer, there + (i * destStride << $shift$), $toWord$(value));
//#else
            dest[destIndex + i * (int) destStride] =
                $fromWord$(c.backend.get$Word$(peer, there + (i * sourceStride << $shift$)));
//#end
//#end
//#when object
//#when put
            c.backend.put$Word$(peer, there + (i * destStride << $shift$),
                c.backend.get$Word$(c.me, here + (i * sourceStride << $shift$)));
//#else
            c.backend.put$Word$(c.me, here + (i * destStride << $shift$),
                c.backend.get$Word$(peer, there + (i * sourceStride << $shift$)));
//#end
//#end
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$I$$PUT$, peer, $moved$ << $shift$, token);
        }
    }

//#next
//#next
//#done
}

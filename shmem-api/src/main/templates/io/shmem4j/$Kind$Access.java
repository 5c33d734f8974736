// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

//#files Kind/i/I/piece/block/times/some/size/what
//#row Strided | i | I | element | 1 | | | Long.BYTES | elements
//#row Block | ib | IB | block | block | block * | block != 0 && | block << 3 | blocks of adjacent elements
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
//#types: 3 value
//#each kind/all/Near/int/count/moved
//#row array | a Java array | long[] | int | int | (long) $times$ count
//#row segment | a memory segment | MemorySegment | long | long | $times$ count
//#row object | this PE's copy of a symmetric object | SymmetricLongs | long | long | $times$ count
//#each put/PUT/near/far/Dest/to/Source/from/whose/write/Segment/toPe/toAt/fromPe/fromAt
//#row put | PUT | source | dest | SymmetricLongs | long | $Near$ | $int$ | the target | write | Segment
//#    | peer | there | c.me | here
//#row get | GET | dest | source | $Near$ | $int$ | SymmetricLongs | long | the PE to read | read | Target
//#    | c.me | here | peer | there
//#param $near$ the $kind$
//#param $far$ the symmetric object
//#param pe $whose$
    /**
//#when put
     * Copies $piece$s of $all$ to a PE, {@code shmem_long_$i$put}.
//#else
     * Copies $piece$s from a PE to $all$, {@code shmem_long_$i$get}.
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
        long here = Fault.checkStrided$Segment$($near$, $near$Index, $near$Stride, $block$, count, 3);
//#end
//#when object
        long here = Symmetric.strided($near$, $near$Index, $near$Stride, $block$, count);
//#end
        long token = Hook.ON ? c.enter(Routine.$I$$PUT$, peer, $moved$ << 3) : 0;
        for ($count$ i = 0; $some$i < count; i++) {
//#when segment
            c.backend.$write$(peer, there + (i * $far$Stride << 3), $near$,
                here + (i * $near$Stride << 3), $size$);
//#end
//#when Block
//#when array
            c.backend.$write$(peer, there + (i * $far$Stride << 3), $near$,
                $near$Index + i * (int) $near$Stride, ValueLayout.JAVA_LONG, block);
//#end
//#when object
            c.backend.copy($toPe$, $toAt$ + (i * destStride << 3), $fromPe$, $fromAt$ + (i * sourceStride << 3),
                $size$);
//#end
//#else
//#when array
//#when put
            long value = source[sourceIndex + i * (int) sourceStride];
            c.backend.putLong(peer, there + (i * destStride << 3), value);
            //#real c.backend.putLong(peer, there + (i * destStride << 3), Double.doubleToRawLongBits(value));
//#else
            dest[destIndex + i * (int) destStride] =
                c.backend.getLong(peer, there + (i * sourceStride << 3));
                //#real Double.longBitsToDouble(c.backend.getLong(peer, there + (i * sourceStride << 3)));
//#end
//#end
//#when object
            c.backend.putLong($toPe$, $toAt$ + (i * destStride << 3),
            //#real c.backend.putLong($toPe$, $toAt$ + (i * destStride << 3),
                c.backend.getLong($fromPe$, $fromAt$ + (i * sourceStride << 3)));
                //#real c.backend.getLong($fromPe$, $fromAt$ + (i * sourceStride << 3)));
//#end
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$I$$PUT$, peer, $moved$ << 3, token);
        }
    }

//#next
//#next
//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Copies of bytes between memory segments and symmetric objects of any type, {@code shmem_putmem}, {@code getmem} and
 * their non-blocking forms.
 *
 * <p>The non-blocking forms only start the copy: until {@link Context#quiet} the source of a put must not change, and
 * the target of a get is undefined.
 */
public sealed interface MemoryCopies permits Context {
//#param bytes number of bytes
//#param destByte first byte in it
//#param sourceByte first byte in it
//#each call/ROUTINE/put/Dest/Source/dest/source/whose/does/until
//#row putmem | PUT | put | Symmetric | MemorySegment | a symmetric object of any type | any segment | the target
//#    | Copies bytes to a PE, {@code shmem_putmem} |
//#row putmemNbi | PUT_NBI | put | Symmetric | MemorySegment | a symmetric object of any type | any segment | the target
//#    | Starts to copy bytes to a PE, {@code shmem_putmem_nbi}
//#    | The source must not change until {@link Context#quiet}.
//#row getmem | GET | get | MemorySegment | Symmetric | any segment | a symmetric object of any type
//#    | the PE to read | Copies bytes from a PE, {@code shmem_getmem} |
//#row getmemNbi | GET_NBI | get | MemorySegment | Symmetric | any segment | a symmetric object of any type
//#    | the PE to read | Starts to copy bytes from a PE, {@code shmem_getmem_nbi}
//#    | The segment holds them after {@link Context#quiet}.
//#param dest $dest$
//#param source $source$
//#param pe $whose$
    /**
     * $does$. $until$
     *
     * @params
     * @throws index, pe, freed
     */
    default void $call$($Dest$ dest, long destByte, $Source$ source, long sourceByte, long bytes, int pe) {
        $put$((Context) this, Routine.$ROUTINE$, dest, destByte, source, sourceByte, bytes, pe);
    }

//#next
    private static void put(Context c, Routine routine, Symmetric dest, long destByte, MemorySegment source,
        long sourceByte, long bytes, int pe) {
        int target = c.world(pe);
        long address = Symmetric.atBytes(dest, destByte, bytes);
        long token = Hook.ON ? c.enter(routine, target, bytes) : 0;
        if (bytes != 0) {
            Fault.checkSegment(source, sourceByte, bytes, 0);
            if (routine == Routine.PUT_NBI) {
                c.backend.writeLater(target, address, source, sourceByte, bytes);
            } else {
                c.backend.write(target, address, source, sourceByte, bytes);
            }
            if (Check.FULL && routine == Routine.PUT_NBI) {
                c.inFlight().put(target, source, sourceByte, bytes);
            }
        }
        if (Hook.ON) {
            c.leave(routine, target, bytes, token);
        }
    }

    private static void get(Context c, Routine routine, MemorySegment dest, long destByte, Symmetric source,
        long sourceByte, long bytes, int pe) {
        int from = c.world(pe);
        long address = Symmetric.atBytes(source, sourceByte, bytes);
        long token = Hook.ON ? c.enter(routine, from, bytes) : 0;
        if (bytes != 0) {
            Fault.checkTarget(dest, destByte, bytes, 0);
            if (Check.FULL && routine == Routine.GET_NBI) {
                c.inFlight().get(from, address, dest, destByte, bytes);
            } else if (routine == Routine.GET_NBI) {
                c.backend.readLater(from, address, dest, destByte, bytes);
            } else {
                c.backend.read(from, address, dest, destByte, bytes);
            }
        }
        if (Hook.ON) {
            c.leave(routine, from, bytes, token);
        }
    }
}

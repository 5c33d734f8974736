// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

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
//#param dest a symmetric object of any type
//#param source any segment
//#param pe the target
//#param bytes number of bytes
//#param destByte first byte in it
//#param sourceByte first byte in it
    /** Copies bytes to a PE, {@code shmem_putmem}. @params @throws index, pe, freed */
    default void putmem(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.atBytes(dest, destByte, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT, target, bytes) : 0;
        Transfers.put(c, target, to, source, sourceByte, bytes, 0);
        if (Hook.ON) {
            c.leave(Routine.PUT, target, bytes, token);
        }
    }

    /** Starts to copy bytes to a PE, {@code shmem_putmem_nbi}. The source must not change until {@link Context#quiet}.
     * @params @throws index, pe, freed */
    default void putmemNbi(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.atBytes(dest, destByte, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_NBI, target, bytes) : 0;
        Transfers.putNbi(c, target, to, source, sourceByte, bytes, 0);
        if (Hook.ON) {
            c.leave(Routine.PUT_NBI, target, bytes, token);
        }
    }

//#param dest any segment
//#param source a symmetric object of any type
//#param pe the PE to read
    /** Copies bytes from a PE, {@code shmem_getmem}. @params @throws index, pe, freed */
    default void getmem(MemorySegment dest, long destByte, Symmetric source, long sourceByte, long bytes, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.atBytes(source, sourceByte, bytes);
        long token = Hook.ON ? c.enter(Routine.GET, target, bytes) : 0;
        Transfers.get(c, dest, destByte, target, from, bytes, 0);
        if (Hook.ON) {
            c.leave(Routine.GET, target, bytes, token);
        }
    }

    /** Starts to copy bytes from a PE, {@code shmem_getmem_nbi}. The segment holds them after {@link Context#quiet}.
     * @params @throws index, pe, freed */
    default void getmemNbi(MemorySegment dest, long destByte, Symmetric source, long sourceByte, long bytes, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long from = Symmetric.atBytes(source, sourceByte, bytes);
        long token = Hook.ON ? c.enter(Routine.GET_NBI, target, bytes) : 0;
        Transfers.getNbi(c, dest, destByte, target, from, bytes, 0);
        if (Hook.ON) {
            c.leave(Routine.GET_NBI, target, bytes, token);
        }
    }
}

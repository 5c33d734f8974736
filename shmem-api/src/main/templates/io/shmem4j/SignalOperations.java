// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Puts that update a signal at the target after their data, {@code shmem_*_put_signal}, and updates of signals alone,
 * {@code shmem_signal_set} and {@code shmem_signal_add}.
 *
 * <p>A PE that sees the new signal also sees the data of the same call; it learns nothing about other puts.
 */
public sealed interface SignalOperations permits Context {
//#param signal the signal
//#param value the addend
    /** Adds to a signal of a PE, {@code shmem_signal_add}. @params @throws pe, freed */
    default void signalAdd(Signal signal, long value, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = word(signal);
        long token = Hook.ON ? c.enter(Routine.SIGNAL_ADD, target, Long.BYTES) : 0;
        c.backend.addLong(target, address, value);
        if (Hook.ON) {
            c.leave(Routine.SIGNAL_ADD, target, Long.BYTES, token);
        }
    }

//#param value its new value
    /** Sets a signal of a PE, {@code shmem_signal_set}. @params @throws pe, freed */
    default void signalSet(Signal signal, long value, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = word(signal);
        long token = Hook.ON ? c.enter(Routine.SIGNAL_SET, target, Long.BYTES) : 0;
        c.backend.atomicSetLong(target, address, value);
        if (Hook.ON) {
            c.leave(Routine.SIGNAL_SET, target, Long.BYTES, token);
        }
    }

    private static long word(Signal signal) {
        if (signal == null) {
            throw Fault.missing("signal");
        }
        return signal.address();
    }

    /** {@return the address of a put's signal} Checks signal and operator before any data is written. */
    private static long word(Signal signal, SignalOp op, long data, long bytes) {
        long address = word(signal);
        Fault.required(op, "op");
        if (Check.FULL) {
            Misuse.overlap(signal.word(), address, Long.BYTES, signal.word(), data, bytes, false);
        }
        return address;
    }

    /** Updates a signal after data has been written to the same PE, which ends the call. */
    private static void signal(Context c, Routine routine, int target, long bytes, long word, long value, SignalOp op,
        long token) {
        c.backend.observer().fenceLast(c.backend);
        if (op == SignalOp.ADD) {
            c.backend.addLong(target, word, value);
        } else {
            c.backend.atomicSetLong(target, word, value);
        }
        if (Hook.ON) {
            c.leave(routine, target, bytes, token);
        }
    }

//#param signal the signal, updated after the data has arrived
//#param value its new value or the addend
//#param op whether the signal is set or added to
//#param pe the target
//#param dest a symmetric object of any type
//#param destByte first byte in it
//#param source the segment
//#param sourceByte first byte in it
//#param bytes number of bytes
    /** Copies bytes of a memory segment to a PE and then updates a signal there, {@code shmem_putmem_signal}. @params
     * @throws index, pe, freed */
    default void putmemSignal(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.atBytes(dest, destByte, bytes);
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL, target, bytes) : 0;
        Transfers.put(c, target, to, source, sourceByte, bytes, 0);
        signal(c, Routine.PUT_SIGNAL, target, bytes, word, value, op, token);
    }

    /** Starts to copy bytes of a memory segment to a PE and to update a signal there after them,
     * {@code shmem_putmem_signal_nbi}. The segment must not change until {@link Context#quiet}. @params @throws index,
     * pe, freed */
    default void putmemSignalNbi(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.atBytes(dest, destByte, bytes);
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL_NBI, target, bytes) : 0;
        Transfers.putNbi(c, target, to, source, sourceByte, bytes, 0);
        signal(c, Routine.PUT_SIGNAL_NBI, target, bytes, word, value, op, token);
    }

//#param dest the symmetric object
//#types: 3
//#param source the array
    /** Copies elements of a Java array to a PE and then updates a signal there, {@code shmem_long_put_signal}. @params
     * @throws index, pe, freed */
    default void putSignal(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, int count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long bytes = (long) count << 3;
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL, target, bytes) : 0;
        Transfers.put(c, target, to, source, source == null ? -1 : source.length, sourceIndex, ValueLayout.JAVA_LONG,
            count);
        signal(c, Routine.PUT_SIGNAL, target, bytes, word, value, op, token);
    }

    /** Starts to copy elements of a Java array to a PE and to update a signal there after them,
     * {@code shmem_long_put_signal_nbi}. The array must not change until {@link Context#quiet}. @params @throws index,
     * pe, freed */
    default void putSignalNbi(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, int count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long bytes = (long) count << 3;
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL_NBI, target, bytes) : 0;
        Transfers.putNbi(c, target, to, source, source == null ? -1 : source.length, sourceIndex, ValueLayout.JAVA_LONG,
            count);
        signal(c, Routine.PUT_SIGNAL_NBI, target, bytes, word, value, op, token);
    }

//#param source the segment
    /** Copies elements of a memory segment to a PE and then updates a signal there, {@code shmem_long_put_signal}.
     * @params @throws index, pe, freed */
    default void putSignal(SymmetricLongs dest, long destIndex, MemorySegment source, long sourceIndex, long count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long bytes = count << 3;
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL, target, bytes) : 0;
        Transfers.put(c, target, to, source, sourceIndex, count, 3);
        signal(c, Routine.PUT_SIGNAL, target, bytes, word, value, op, token);
    }

    /** Starts to copy elements of a memory segment to a PE and to update a signal there after them,
     * {@code shmem_long_put_signal_nbi}. The segment must not change until {@link Context#quiet}. @params @throws
     * index, pe, freed */
    default void putSignalNbi(SymmetricLongs dest, long destIndex, MemorySegment source, long sourceIndex, long count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long bytes = count << 3;
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL_NBI, target, bytes) : 0;
        Transfers.putNbi(c, target, to, source, sourceIndex, count, 3);
        signal(c, Routine.PUT_SIGNAL_NBI, target, bytes, word, value, op, token);
    }

//#param source the object
    /** Copies elements of this PE's copy of a symmetric object to a PE and then updates a signal there,
     * {@code shmem_long_put_signal}. @params @throws index, pe, freed */
    default void putSignal(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long bytes = count << 3;
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL, target, bytes) : 0;
        Transfers.put(c, target, dest, to, source, sourceIndex, count, 3);
        signal(c, Routine.PUT_SIGNAL, target, bytes, word, value, op, token);
    }

    /** Starts to copy elements of this PE's copy of a symmetric object to a PE and to update a signal there after them,
     * {@code shmem_long_put_signal_nbi}. The object must not change until {@link Context#quiet}. @params @throws index,
     * pe, freed */
    default void putSignalNbi(SymmetricLongs dest, long destIndex, SymmetricLongs source, long sourceIndex, long count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long to = Symmetric.at(dest, destIndex, count);
        long bytes = count << 3;
        long word = word(signal, op, to, bytes);
        long token = Hook.ON ? c.enter(Routine.PUT_SIGNAL_NBI, target, bytes) : 0;
        Transfers.putNbi(c, target, dest, to, source, sourceIndex, count, 3);
        signal(c, Routine.PUT_SIGNAL_NBI, target, bytes, word, value, op, token);
    }

//#done
}

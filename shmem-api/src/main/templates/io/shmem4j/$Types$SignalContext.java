// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Putting {@code $type$}s with a signal: a link in the chain of classes that make up {@link Context}.
 *
 * <p>Seeing the signal proves that the data of its call has arrived, and nothing about other puts.
 */
public abstract sealed class $Types$SignalContext extends $Types$Context permits $Types$StridedContext {
    $Types$SignalContext(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * Copies elements to a PE and then updates a signal there, from a Java array, {@code shmem_$type$_put_signal}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param signal      updated after the data has arrived
     * @param value       what with
     * @param op          how
     * @param pe          the target
     */
    public final void putSignal(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex, int count, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_SIGNAL, target, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            backend.write(target, address, source, sourceIndex, $LAYOUT$, count);
        }
        signalAfter(target, signal, value, op, address, count * $bytes$L);
        if (Hook.ON) {
            leave(Routine.PUT_SIGNAL, target, (long) count << $shift$, token);
        }
    }

    /**
     * Copies elements to a PE and then updates a signal there, from a segment, whose indices count elements too, {@code shmem_$type$_put_signal}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param signal      updated after the data has arrived
     * @param value       what with
     * @param op          how
     * @param pe          the target
     */
    public final void putSignal(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex, long count, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_SIGNAL, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
            backend.write(target, address, source, from, count << $shift$);
        }
        signalAfter(target, signal, value, op, address, count * $bytes$L);
        if (Hook.ON) {
            leave(Routine.PUT_SIGNAL, target, count << $shift$, token);
        }
    }

    /**
     * Copies elements to a PE and then updates a signal there, from this PE's copy of a symmetric object, {@code shmem_$type$_put_signal}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param signal      updated after the data has arrived
     * @param value       what with
     * @param op          how
     * @param pe          the target
     */
    public final void putSignal(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_SIGNAL, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == me) {
                Check.localOverlap(dest, address, source, from, count << $shift$);
            }
            backend.copy(target, address, me, from, count << $shift$);
        }
        signalAfter(target, signal, value, op, address, count * $bytes$L);
        if (Hook.ON) {
            leave(Routine.PUT_SIGNAL, target, count << $shift$, token);
        }
    }

    /**
     * Starts copying elements to a PE and updating a signal there after them, from a Java array, {@code shmem_$type$_put_signal_nbi}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param signal      updated after the data has arrived
     * @param value       what with
     * @param op          how
     * @param pe          the target
     */
    public final void putSignalNbi(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex, int count, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_SIGNAL_NBI, target, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            backend.write(target, address, source, sourceIndex, $LAYOUT$, count);
            if (Check.FULL) {
                inFlight().put(target, MemorySegment.ofArray(source), (long) sourceIndex << $shift$, (long) count << $shift$);
            }
        }
        signalAfter(target, signal, value, op, address, count * $bytes$L);
        if (Hook.ON) {
            leave(Routine.PUT_SIGNAL_NBI, target, (long) count << $shift$, token);
        }
    }

    /**
     * Starts copying elements to a PE and updating a signal there after them, from a segment, whose indices count elements too, {@code shmem_$type$_put_signal_nbi}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param signal      updated after the data has arrived
     * @param value       what with
     * @param op          how
     * @param pe          the target
     */
    public final void putSignalNbi(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex, long count, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_SIGNAL_NBI, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
            backend.write(target, address, source, from, count << $shift$);
            if (Check.FULL) {
                inFlight().put(target, source, from, count << $shift$);
            }
        }
        signalAfter(target, signal, value, op, address, count * $bytes$L);
        if (Hook.ON) {
            leave(Routine.PUT_SIGNAL_NBI, target, count << $shift$, token);
        }
    }

    /**
     * Starts copying elements to a PE and updating a signal there after them, from this PE's copy of a symmetric object, {@code shmem_$type$_put_signal_nbi}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param signal      updated after the data has arrived
     * @param value       what with
     * @param op          how
     * @param pe          the target
     */
    public final void putSignalNbi(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_SIGNAL_NBI, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == me) {
                Check.localOverlap(dest, address, source, from, count << $shift$);
            }
            backend.copy(target, address, me, from, count << $shift$);
            if (Check.FULL) {
                inFlight().put(target, source.local(), sourceIndex << $shift$, count << $shift$);
            }
        }
        signalAfter(target, signal, value, op, address, count * $bytes$L);
        if (Hook.ON) {
            leave(Routine.PUT_SIGNAL_NBI, target, count << $shift$, token);
        }
    }
}

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
//#types long
//#each add/ADD/c/does/operand/access
//#row Add | ADD | add | Adds to a signal of a PE | the addend | addLong
//#row Set | SET | set | Sets a signal of a PE | its new value | atomicSetLong
//#param value $operand$
    /**
     * $does$, {@code shmem_signal_$c$}.
     *
     * @params
     * @throws pe, freed
     */
    default void signal$add$(Signal signal, long value, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = word(signal);
        long token = Hook.ON ? c.enter(Routine.SIGNAL_$ADD$, target, Long.BYTES) : 0;
        c.backend.$access$(target, address, value);
        if (Hook.ON) {
            c.leave(Routine.SIGNAL_$ADD$, target, Long.BYTES, token);
        }
    }

//#next
//#done
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

    /** Updates a signal after data has been written to the same PE. */
    private static void signalAfter(Context c, int target, long word, long value, SignalOp op) {
        c.backend.observer().fenceLast(c.backend);
        if (op == SignalOp.ADD) {
            c.backend.addLong(target, word, value);
        } else {
            c.backend.atomicSetLong(target, word, value);
        }
    }

//#param signal the signal, updated after the data has arrived
//#param value its new value or the addend
//#param op whether the signal is set or added to
//#param pe the target
//#types byte
//#each putmemSignal/PUT_SIGNAL/c/write
//#row putmemSignal | PUT_SIGNAL | putmem_signal | write
//#row putmemSignalNbi | PUT_SIGNAL_NBI | putmem_signal_nbi | writeLater
    /**
//#when putmemSignal
     * Copies bytes of a memory segment to a PE and then updates a signal there, {@code shmem_$c$}.
//#else
     * Starts to copy bytes of a memory segment to a PE and to update a signal there after them, {@code shmem_$c$}. The
     * segment must not change until {@link Context#quiet}.
//#end
     *
     * @params
     * @param dest a symmetric object of any type
     * @param destByte first byte in it
     * @param source the segment
     * @param sourceByte first byte in it
     * @param bytes number of bytes
     * @throws index, pe, freed
     */
    default void $putmemSignal$(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = Symmetric.atBytes(dest, destByte, bytes);
        long word = word(signal, op, address, bytes);
        long token = Hook.ON ? c.enter(Routine.$PUT_SIGNAL$, target, bytes) : 0;
        if (bytes != 0) {
            Fault.checkSegment(source, sourceByte, bytes, 0);
            c.backend.$write$(target, address, source, sourceByte, bytes);
//#when putmemSignalNbi
            if (Check.FULL) {
                c.inFlight().put(target, source, sourceByte, bytes);
            }
//#end
        }
        signalAfter(c, target, word, value, op);
        if (Hook.ON) {
            c.leave(Routine.$PUT_SIGNAL$, target, bytes, token);
        }
    }

//#next
//#done
//#types: 3
//#each putSignal/PUT_SIGNAL/c/write/copy
//#row putSignal | PUT_SIGNAL | put_signal | write | copy
//#row putSignalNbi | PUT_SIGNAL_NBI | put_signal_nbi | writeLater | copyLater
//#each from/all/Source/int/count/elements
//#row array | a Java array | long[] | int | int | (long) count
//#row segment | a memory segment | MemorySegment | long | long | count
//#row object | this PE's copy of a symmetric object | SymmetricLongs | long | long | count
//#param source the $from$
    /**
//#when putSignal
     * Copies elements of $all$ to a PE and then updates a signal there,
     * {@code shmem_long_$c$}.
//#else
     * Starts to copy elements of $all$ to a PE and to update a signal there after them,
     * {@code shmem_long_$c$}. The $from$ must not change until {@link Context#quiet}.
//#end
     *
     * @params
     * @throws index, pe, freed
     */
    default void $putSignal$(SymmetricLongs dest, long destIndex, $Source$ source, $int$ sourceIndex, $count$ count,
        Signal signal, long value, SignalOp op, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long word = word(signal, op, address, count * (long) Long.BYTES);
        long token = Hook.ON ? c.enter(Routine.$PUT_SIGNAL$, target, $elements$ << 3) : 0;
        if (count != 0) {
//#when array
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            c.backend.$write$(target, address, source, sourceIndex, ValueLayout.JAVA_LONG, count);
//#end
//#when segment
            long from = Fault.checkSegment(source, sourceIndex, count, 3);
            c.backend.$write$(target, address, source, from, count << 3);
//#end
//#when object
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == c.me) {
                Misuse.localOverlap(dest, address, source, from, count << 3);
            }
            c.backend.$copy$(target, address, c.me, from, count << 3);
//#end
//#when putSignalNbi
            if (Check.FULL) {
//#when array
                c.inFlight().put(target, MemorySegment.ofArray(source), (long) sourceIndex << 3,
                    (long) count << 3);
//#end
//#when segment
                c.inFlight().put(target, source, from, count << 3);
//#end
//#when object
                c.inFlight().put(target, source.copy(), sourceIndex << 3, count << 3);
//#end
            }
//#end
        }
        signalAfter(c, target, word, value, op);
        if (Hook.ON) {
            c.leave(Routine.$PUT_SIGNAL$, target, $elements$ << 3, token);
        }
    }

//#next
//#next
//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * What all links of the chain of {@link Context} share: the PEs of its team, ordering, signals and byte copies.
 *
 * <p>World numbers are {@code start + index * stride}; every team of OpenSHMEM is such a sequence. Closing sets the
 * size to zero, so the range check of every call also finds calls that come too late.
 */
public abstract sealed class RootContext permits BytesContext {
    final Library library;
    final Backend backend;
    final int me;
    private final int start;
    private final int stride;
    private int size;
    private final InFlight inFlight;

    RootContext(Library library, int start, int stride, int size) {
        this.library = library;
        this.backend = library.backend();
        this.me = backend.pe();
        this.start = start;
        this.stride = stride;
        this.size = size;
        this.inFlight = Check.FULL ? library.transfers().ofContext() : null;
    }

    /**
     * {@return world number of a PE of this context's team}
     *
     * @param pe its number in the team
     */
    final int world(int pe) {
        if (Integer.compareUnsigned(pe, size) >= 0) {
            throw Fault.pe(this, pe);
        }
        if (JobMemory.charged()) {
            backend.call();
        }
        if (Check.FULL) {
            checkThread();
        }
        return start + pe * stride;
    }

    final int size() {
        return size;
    }

    final boolean open() {
        return size > 0;
    }

    final void requireOpen() {
        if (size == 0) {
            throw Fault.notInitialized();
        }
        if (Check.FULL) {
            checkThread();
        }
    }

    /** Refuses a thread that may not use this context; called at the highest level of checking. */
    void checkThread() {
        library.threads().check();
    }

    /** {@return this context's transfers in flight; null below the highest level of checking} */
    final InFlight inFlight() {
        return inFlight;
    }

    final long enter(Routine routine, int peer, long bytes) {
        return Hook.enter(library, routine, peer, bytes);
    }

    final void leave(Routine routine, int peer, long bytes, long token) {
        Hook.leave(library, routine, peer, bytes, token);
    }

    final void shut() {
        size = 0;
    }

    /** Completes what is in flight on this context; called at the highest level of checking. */
    final void complete() {
        inFlight.complete(null, 0);
    }

    /** {@return the words by which messages name this context's team} */
    abstract String teamName();

    /** Orders this PE's earlier updates to each PE before its later ones to the same PE, {@code shmem_fence}. */
    public final void fence() {
        requireOpen();
        long token = Hook.ON ? enter(Routine.FENCE, -1, 0) : 0;
        backend.fence();
        if (Hook.ON) {
            leave(Routine.FENCE, -1, 0, token);
        }
    }

    /** Completes all of this PE's updates on this context: every PE sees them, {@code shmem_quiet}. */
    public final void quiet() {
        requireOpen();
        long token = Hook.ON ? enter(Routine.QUIET, -1, 0) : 0;
        if (Check.FULL) {
            inFlight.complete(null, 0);
        }
        backend.quiet();
        if (Hook.ON) {
            leave(Routine.QUIET, -1, 0, token);
        }
    }

    /**
     * Completes this PE's updates to some PEs, {@code shmem_pe_quiet}.
     *
     * @param pes   PE numbers
     * @param count how many of them count
     */
    public final void peQuiet(int[] pes, int count) {
        requireOpen();
        if (count == 0) {
            return;
        }
        Fault.checkArray(pes, pes == null ? -1 : pes.length, 0, count);
        for (int i = 0; i < count; i++) {
            world(pes[i]);
        }
        long token = Hook.ON ? enter(Routine.PE_QUIET, -1, 0) : 0;
        if (Check.FULL) {
            completeWith(pes, count);
        }
        backend.quiet();
        if (Hook.ON) {
            leave(Routine.PE_QUIET, -1, 0, token);
        }
    }

    private void completeWith(int[] pes, int count) {
        int[] targets = new int[count];
        for (int i = 0; i < count; i++) {
            targets[i] = world(pes[i]);
        }
        inFlight.complete(targets, count);
    }

    /**
     * Adds to a signal of a PE, {@code shmem_signal_add}.
     *
     * @param signal the signal
     * @param value  the addend
     * @param pe     whose copy
     */
    public final void signalAdd(Signal signal, long value, int pe) {
        int target = world(pe);
        long address = word(signal);
        long token = Hook.ON ? enter(Routine.SIGNAL_ADD, target, Long.BYTES) : 0;
        backend.fetchAddLong(target, address, value);
        if (Hook.ON) {
            leave(Routine.SIGNAL_ADD, target, Long.BYTES, token);
        }
    }

    /**
     * Sets a signal of a PE, {@code shmem_signal_set}.
     *
     * @param signal the signal
     * @param value  the value
     * @param pe     whose copy
     */
    public final void signalSet(Signal signal, long value, int pe) {
        int target = world(pe);
        long address = word(signal);
        long token = Hook.ON ? enter(Routine.SIGNAL_SET, target, Long.BYTES) : 0;
        backend.atomicSetLong(target, address, value);
        if (Hook.ON) {
            leave(Routine.SIGNAL_SET, target, Long.BYTES, token);
        }
    }

    /** Updates a signal behind data already written to the same PE. */
    final void signalAfter(int target, Signal signal, long value, SignalOp op, long data, long bytes) {
        long address = word(signal);
        Fault.required(op, "op");
        if (Check.FULL) {
            Check.overlap(signal.word(), address, Long.BYTES, signal.word(), data, bytes, false);
        }
        backend.fence();
        if (op == SignalOp.ADD) {
            backend.fetchAddLong(target, address, value);
        } else {
            backend.atomicSetLong(target, address, value);
        }
    }

    /**
     * Copies bytes to a PE, {@code shmem_putmem}.
     *
     * @param dest       a symmetric object of any type
     * @param destByte   first byte in it
     * @param source     any segment
     * @param sourceByte first byte in it
     * @param bytes      how many
     * @param pe         the target
     */
    public final void putmem(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        int pe) {
        put(Routine.PUT, dest, destByte, source, sourceByte, bytes, pe);
    }

    /**
     * Starts copying bytes to a PE; the source is in use until {@link #quiet}, {@code shmem_putmem_nbi}.
     *
     * @param dest       a symmetric object of any type
     * @param destByte   first byte in it
     * @param source     any segment
     * @param sourceByte first byte in it
     * @param bytes      how many
     * @param pe         the target
     */
    public final void putmemNbi(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        int pe) {
        put(Routine.PUT_NBI, dest, destByte, source, sourceByte, bytes, pe);
    }

    private void put(Routine routine, Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        int pe) {
        int target = world(pe);
        long address = byteAddress(dest, destByte, bytes);
        long token = Hook.ON ? enter(routine, target, bytes) : 0;
        write(routine == Routine.PUT_NBI, target, address, source, sourceByte, bytes);
        if (Hook.ON) {
            leave(routine, target, bytes, token);
        }
    }

    private void write(boolean nbi, int target, long address, MemorySegment source, long sourceByte, long bytes) {
        if (bytes != 0) {
            Fault.checkSegment(source, sourceByte, bytes, 0);
            backend.write(target, address, source, sourceByte, bytes);
            if (Check.FULL && nbi) {
                inFlight.put(target, source, sourceByte, bytes);
            }
        }
    }

    /**
     * Copies bytes from a PE, {@code shmem_getmem}.
     *
     * @param dest       any segment
     * @param destByte   first byte in it
     * @param source     a symmetric object of any type
     * @param sourceByte first byte in it
     * @param bytes      how many
     * @param pe         whose copy
     */
    public final void getmem(MemorySegment dest, long destByte, Symmetric source, long sourceByte, long bytes,
        int pe) {
        get(Routine.GET, dest, destByte, source, sourceByte, bytes, pe);
    }

    /**
     * Starts copying bytes from a PE; the target is filled after {@link #quiet}, {@code shmem_getmem_nbi}.
     *
     * @param dest       any segment
     * @param destByte   first byte in it
     * @param source     a symmetric object of any type
     * @param sourceByte first byte in it
     * @param bytes      how many
     * @param pe         whose copy
     */
    public final void getmemNbi(MemorySegment dest, long destByte, Symmetric source, long sourceByte, long bytes,
        int pe) {
        get(Routine.GET_NBI, dest, destByte, source, sourceByte, bytes, pe);
    }

    private void get(Routine routine, MemorySegment dest, long destByte, Symmetric source, long sourceByte, long bytes,
        int pe) {
        int from = world(pe);
        long address = byteAddress(source, sourceByte, bytes);
        long token = Hook.ON ? enter(routine, from, bytes) : 0;
        if (bytes != 0) {
            Fault.checkTarget(dest, destByte, bytes, 0);
            if (Check.FULL && routine == Routine.GET_NBI) {
                inFlight.get(from, address, dest, destByte, bytes);
            } else {
                backend.read(from, address, dest, destByte, bytes);
            }
        }
        if (Hook.ON) {
            leave(routine, from, bytes, token);
        }
    }

    /**
     * Copies bytes to a PE and then updates a signal there, {@code shmem_putmem_signal}.
     *
     * @param dest       a symmetric object of any type
     * @param destByte   first byte in it
     * @param source     any segment
     * @param sourceByte first byte in it
     * @param bytes      how many
     * @param signal     updated after the data has arrived
     * @param value      what with
     * @param op         how
     * @param pe         the target
     */
    public final void putmemSignal(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        Signal signal, long value, SignalOp op, int pe) {
        putSignal(Routine.PUT_SIGNAL, dest, destByte, source, sourceByte, bytes, signal, value, op, pe);
    }

    private void putSignal(Routine routine, Symmetric dest, long destByte, MemorySegment source, long sourceByte,
        long bytes, Signal signal, long value, SignalOp op, int pe) {
        int target = world(pe);
        long address = byteAddress(dest, destByte, bytes);
        long token = Hook.ON ? enter(routine, target, bytes) : 0;
        write(routine == Routine.PUT_SIGNAL_NBI, target, address, source, sourceByte, bytes);
        signalAfter(target, signal, value, op, address, bytes);
        if (Hook.ON) {
            leave(routine, target, bytes, token);
        }
    }

    /**
     * Starts copying bytes to a PE and updating a signal there after them, {@code shmem_putmem_signal_nbi}.
     *
     * @param dest       a symmetric object of any type
     * @param destByte   first byte in it
     * @param source     any segment
     * @param sourceByte first byte in it
     * @param bytes      how many
     * @param signal     updated after the data has arrived
     * @param value      what with
     * @param op         how
     * @param pe         the target
     */
    public final void putmemSignalNbi(Symmetric dest, long destByte, MemorySegment source, long sourceByte, long bytes,
        Signal signal, long value, SignalOp op, int pe) {
        putSignal(Routine.PUT_SIGNAL_NBI, dest, destByte, source, sourceByte, bytes, signal, value, op, pe);
    }

    private static long word(Signal signal) {
        if (signal == null) {
            throw Fault.missing("signal");
        }
        return signal.address();
    }

    private static long byteAddress(Symmetric object, long first, long bytes) {
        if (object == null) {
            return Fault.nothing("object", bytes);
        }
        if ((first | bytes) < 0 || first > object.byteSize() - bytes) {
            throw Fault.bytes(object, first, bytes);
        }
        return object.address(0, 0) + first;
    }
}

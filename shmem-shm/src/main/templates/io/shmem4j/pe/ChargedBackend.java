// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.MappedBackend;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A backend in this process's memory that calls {@link #touch} before each access. */
public abstract class ChargedBackend extends MappedBackend {
    /** Kinds of accesses. */
    public enum Access {
        /** A load. */
        READ,
        /** A store. */
        WRITE,
        /** A read-modify-write. */
        UPDATE
    }

    /** Called before an access at an offset in bytes. */
    protected abstract void touch(Access access, int pe, long offset, long bytes);

    /** {@return whether a store is delayed, and performed by the subclass} */
    protected boolean delays(int pe, long offset, long value, int bytes) {
        return false;
    }

    /** {@return whether an atomic store is delayed, and performed by the subclass} */
    protected boolean delaysAtomic(int pe, long offset, long value, int bytes) {
        return false;
    }

    /** {@return whether a read-modify-write without a result is delayed, and performed by the subclass} */
    protected boolean delaysUpdate(int pe, long offset, int bytes, Runnable update) {
        return false;
    }

    /**
     * {@return the memory of this PE, accesses to which are not announced, or of a mappable one}
     */
    @Override
    public MemorySegment segment(int pe, long offset, long bytes) {
        return pe == pe() || mappable(pe) ? JobMemory.slice(pe, offset, bytes) : null;
    }

//#types integer: value
    @Override
    public long getLong(int pe, long offset) {
        touch(Access.READ, pe, offset, Long.BYTES);
        return super.getLong(pe, offset);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        if (!delays(pe, offset, value, Long.BYTES)) {
            touch(Access.WRITE, pe, offset, Long.BYTES);
            super.putLong(pe, offset, value);
        }
    }

//#done
    @Override
    public void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        touch(Access.READ, pe, offset, count * layout.byteSize());
        super.read(pe, offset, array, index, layout, count);
    }

    @Override
    public void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        touch(Access.READ, pe, offset, bytes);
        super.read(pe, offset, target, targetOffset, bytes);
    }

    @Override
    public void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        touch(Access.READ, fromPe, fromOffset, bytes);
        touch(Access.WRITE, toPe, toOffset, bytes);
        super.copy(toPe, toOffset, fromPe, fromOffset, bytes);
    }

//#types atomic: expected value
    @Override
    public long atomicGetLong(int pe, long offset) {
        touch(Access.READ, pe, offset, Long.BYTES);
        return super.atomicGetLong(pe, offset);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        if (!delaysAtomic(pe, offset, value, Long.BYTES)) {
            touch(Access.WRITE, pe, offset, Long.BYTES);
            super.atomicSetLong(pe, offset, value);
        }
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        touch(Access.UPDATE, pe, offset, Long.BYTES);
        return super.compareSwapLong(pe, offset, expected, value);
    }

//#each swap swap fetchAdd
    @Override
    public long $swap$Long(int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, Long.BYTES);
        return super.$swap$Long(pe, offset, value);
    }

//#next
    @Override
    public long fetchBitsLong(Update update, int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, Long.BYTES);
        return super.fetchBitsLong(update, pe, offset, value);
    }

    @Override
    public void addLong(int pe, long offset, long value) {
        if (!delaysUpdate(pe, offset, Long.BYTES, () -> super.fetchAddLong(pe, offset, value))) {
            fetchAddLong(pe, offset, value);
        }
    }

    @Override
    public void bitsLong(Update update, int pe, long offset, long value) {
        if (!delaysUpdate(pe, offset, Long.BYTES, () -> super.fetchBitsLong(update, pe, offset, value))) {
            fetchBitsLong(update, pe, offset, value);
        }
    }

//#done
    @Override
    public void cellSet(int pe, long cell, long value) {
        touch(Access.WRITE, pe, cell + Cell.VALUE, Long.BYTES);
        super.putLong(pe, cell + Cell.VALUE, value);
    }

    @Override
    public long cellAdd(int pe, long cell, long value) {
        touch(Access.UPDATE, pe, cell + Cell.VALUE, Long.BYTES);
        return super.fetchAddLong(pe, cell + Cell.VALUE, value);
    }

    @Override
    protected void ring(int pe) {
        // The announced access wakes its waiters.
    }

    @Override
    public boolean anyThread() {
        return false;
    }

    @Override
    public void checkAbort() {
        // PEs of an aborted job do not run.
    }

    /** Combines one operand after the other, each with announced accesses. */
    @Override
    public final void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from,
            long bytes) {
        combine(kernel, toPe, to, first, from, first + stride, from, bytes);
        for (int i = 2; i < count; i++) {
            combine(kernel, toPe, to, toPe, to, first + i * stride, from, bytes);
        }
    }
}

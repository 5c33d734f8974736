// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.MappedBackend;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A backend in this process's memory whose accesses cost time: {@link #touch} runs before each of them. */
abstract class ChargedBackend extends MappedBackend {
    /** What an access does. */
    enum Access {
        /** A load. */
        READ,
        /** A store. */
        WRITE,
        /** A read-modify-write. */
        UPDATE
    }

    /**
     * Charges for an access before it happens.
     *
     * @param access what
     * @param pe     whose memory
     * @param offset byte offset there
     * @param bytes  how much
     */
    abstract void touch(Access access, int pe, long offset, long bytes);

    /** Only of the PE's own memory, which is free of charge by {@link #local} too. */
    @Override
    public final MemorySegment segment(int pe, long offset, long bytes) {
        return pe == pe() ? local(offset, bytes) : null;
    }

    @Override
    public byte getByte(int pe, long offset) {
        touch(Access.READ, pe, offset, 1);
        return super.getByte(pe, offset);
    }

    @Override
    public void putByte(int pe, long offset, byte value) {
        touch(Access.WRITE, pe, offset, 1);
        super.putByte(pe, offset, value);
    }

    @Override
    public short getShort(int pe, long offset) {
        touch(Access.READ, pe, offset, 2);
        return super.getShort(pe, offset);
    }

    @Override
    public void putShort(int pe, long offset, short value) {
        touch(Access.WRITE, pe, offset, 2);
        super.putShort(pe, offset, value);
    }

    @Override
    public int getInt(int pe, long offset) {
        touch(Access.READ, pe, offset, 4);
        return super.getInt(pe, offset);
    }

    @Override
    public void putInt(int pe, long offset, int value) {
        touch(Access.WRITE, pe, offset, 4);
        super.putInt(pe, offset, value);
    }

    @Override
    public long getLong(int pe, long offset) {
        touch(Access.READ, pe, offset, 8);
        return super.getLong(pe, offset);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        touch(Access.WRITE, pe, offset, 8);
        super.putLong(pe, offset, value);
    }

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

    @Override
    public int atomicGetInt(int pe, long offset) {
        touch(Access.READ, pe, offset, 4);
        return super.atomicGetInt(pe, offset);
    }

    @Override
    public void atomicSetInt(int pe, long offset, int value) {
        touch(Access.WRITE, pe, offset, 4);
        super.atomicSetInt(pe, offset, value);
    }

    @Override
    public int compareSwapInt(int pe, long offset, int expected, int value) {
        touch(Access.UPDATE, pe, offset, 4);
        return super.compareSwapInt(pe, offset, expected, value);
    }

    @Override
    public int swapInt(int pe, long offset, int value) {
        touch(Access.UPDATE, pe, offset, 4);
        return super.swapInt(pe, offset, value);
    }

    @Override
    public int fetchAddInt(int pe, long offset, int value) {
        touch(Access.UPDATE, pe, offset, 4);
        return super.fetchAddInt(pe, offset, value);
    }

    @Override
    public int fetchAndInt(int pe, long offset, int value) {
        touch(Access.UPDATE, pe, offset, 4);
        return super.fetchAndInt(pe, offset, value);
    }

    @Override
    public int fetchOrInt(int pe, long offset, int value) {
        touch(Access.UPDATE, pe, offset, 4);
        return super.fetchOrInt(pe, offset, value);
    }

    @Override
    public int fetchXorInt(int pe, long offset, int value) {
        touch(Access.UPDATE, pe, offset, 4);
        return super.fetchXorInt(pe, offset, value);
    }

    @Override
    public long atomicGetLong(int pe, long offset) {
        touch(Access.READ, pe, offset, 8);
        return super.atomicGetLong(pe, offset);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        touch(Access.WRITE, pe, offset, 8);
        super.atomicSetLong(pe, offset, value);
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        touch(Access.UPDATE, pe, offset, 8);
        return super.compareSwapLong(pe, offset, expected, value);
    }

    @Override
    public long swapLong(int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, 8);
        return super.swapLong(pe, offset, value);
    }

    @Override
    public long fetchAddLong(int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, 8);
        return super.fetchAddLong(pe, offset, value);
    }

    @Override
    public long fetchAndLong(int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, 8);
        return super.fetchAndLong(pe, offset, value);
    }

    @Override
    public long fetchOrLong(int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, 8);
        return super.fetchOrLong(pe, offset, value);
    }

    @Override
    public long fetchXorLong(int pe, long offset, long value) {
        touch(Access.UPDATE, pe, offset, 8);
        return super.fetchXorLong(pe, offset, value);
    }

    /** One operand after the other, each as a combination that is charged. */
    @Override
    public final void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from,
            long bytes) {
        combine(kernel, toPe, to, first, from, first + stride, from, bytes);
        for (int i = 2; i < count; i++) {
            combine(kernel, toPe, to, toPe, to, first + i * stride, from, bytes);
        }
    }
}

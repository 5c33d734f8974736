// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The memory of a job on several nodes: loads and stores for this node's PEs, messages for all others. */
abstract class HybridMemory extends NodeBackend {
    private final Remote remote;

    HybridMemory(int pe, ShmJob job, PeLife life, Wire wire) {
        super(pe, job, life);
        this.remote = new Remote(wire, Scratch.of(pe, job.control().nPes()));
    }

    /** {@return the accesses to other nodes} */
    final Remote remote() {
        return remote;
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    @Override
    public void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        if (JobMemory.here(pe)) {
            super.write(pe, offset, array, index, layout, count);
        } else {
            remote.write(pe, offset, array, index, layout, count);
        }
    }

    @Override
    public void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (JobMemory.here(pe)) {
            super.write(pe, offset, source, sourceOffset, bytes);
        } else {
            remote.write(pe, offset, source.asSlice(sourceOffset, bytes));
        }
    }

    @Override
    public void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        if (JobMemory.here(pe)) {
            super.read(pe, offset, array, index, layout, count);
        } else {
            remote.read(pe, offset, array, index, layout, count);
        }
    }

    @Override
    public void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        if (JobMemory.here(pe)) {
            super.read(pe, offset, target, targetOffset, bytes);
        } else {
            remote.read(pe, offset, target.asSlice(targetOffset, bytes));
        }
    }

    @Override
    public void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        if (JobMemory.here(toPe) && JobMemory.here(fromPe)) {
            super.copy(toPe, toOffset, fromPe, fromOffset, bytes);
        } else if (JobMemory.here(fromPe)) {
            remote.write(toPe, toOffset, JobMemory.slice(fromPe, fromOffset, bytes));
        } else if (JobMemory.here(toPe)) {
            remote.read(fromPe, fromOffset, JobMemory.slice(toPe, toOffset, bytes));
        } else {
            remote.copy(toPe, toOffset, fromPe, fromOffset, bytes);
        }
    }

    @Override
    public void writeLater(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (JobMemory.here(pe)) {
            super.write(pe, offset, source, sourceOffset, bytes);
        } else {
            remote.writeLater(pe, offset, source.asSlice(sourceOffset, bytes));
        }
    }

    @Override
    public void readLater(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        if (JobMemory.here(pe)) {
            super.read(pe, offset, array, index, layout, count);
        } else {
            remote.readLater(pe, offset, array, index, layout, count);
        }
    }

    @Override
    public void readLater(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        if (JobMemory.here(pe)) {
            super.read(pe, offset, target, targetOffset, bytes);
        } else {
            remote.readLater(pe, offset, target.asSlice(targetOffset, bytes));
        }
    }

    @Override
    public void copyLater(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        if (JobMemory.here(toPe) == JobMemory.here(fromPe)) {
            copy(toPe, toOffset, fromPe, fromOffset, bytes);
        } else if (JobMemory.here(fromPe)) {
            remote.writeLater(toPe, toOffset, JobMemory.slice(fromPe, fromOffset, bytes));
        } else {
            remote.readLater(fromPe, fromOffset, JobMemory.slice(toPe, toOffset, bytes));
        }
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        if (JobMemory.here(toPe) && JobMemory.here(leftPe) && JobMemory.here(rightPe)) {
            super.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
        } else {
            remote.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
        }
    }

    @Override
    public void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from, long bytes) {
        boolean here = JobMemory.here(toPe);
        for (int i = 0; here && i < count; i++) {
            here = JobMemory.here(first + i * stride);
        }
        if (here) {
            super.accumulate(kernel, toPe, to, first, stride, count, from, bytes);
            return;
        }
        combine(kernel, toPe, to, first, from, first + stride, from, bytes);
        for (int i = 2; i < count; i++) {
            combine(kernel, toPe, to, toPe, to, first + i * stride, from, bytes);
        }
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    @Override
    public byte getByte(int pe, long offset) {
        return JobMemory.here(pe) ? super.getByte(pe, offset) : (byte) remote.element(pe, offset, Byte.BYTES);
    }

    @Override
    public void putByte(int pe, long offset, byte value) {
        if (JobMemory.here(pe)) {
            super.putByte(pe, offset, value);
        } else {
            remote.element(pe, offset, value, Byte.BYTES);
        }
    }

    @Override
    public short getShort(int pe, long offset) {
        return JobMemory.here(pe) ? super.getShort(pe, offset) : (short) remote.element(pe, offset, Short.BYTES);
    }

    @Override
    public void putShort(int pe, long offset, short value) {
        if (JobMemory.here(pe)) {
            super.putShort(pe, offset, value);
        } else {
            remote.element(pe, offset, value, Short.BYTES);
        }
    }

    @Override
    public int getInt(int pe, long offset) {
        return JobMemory.here(pe) ? super.getInt(pe, offset) : (int) remote.element(pe, offset, Integer.BYTES);
    }

    @Override
    public void putInt(int pe, long offset, int value) {
        if (JobMemory.here(pe)) {
            super.putInt(pe, offset, value);
        } else {
            remote.element(pe, offset, value, Integer.BYTES);
        }
    }

    @Override
    public long getLong(int pe, long offset) {
        return JobMemory.here(pe) ? super.getLong(pe, offset) : remote.element(pe, offset, Long.BYTES);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        if (JobMemory.here(pe)) {
            super.putLong(pe, offset, value);
        } else {
            remote.element(pe, offset, value, Long.BYTES);
        }
    }

    // ---- atomics -----------------------------------------------------------------------------------------------

    private int fetch(int pe, long offset, Update update, int value) {
        return (int) remote.atomic(pe, offset, update, value, 0, Integer.BYTES);
    }

    private long fetch(int pe, long offset, Update update, long value) {
        return remote.atomic(pe, offset, update, value, 0, Long.BYTES);
    }

    @Override
    public void fetchLater(Update update, int pe, long offset, int bytes, long value, long expected,
        MemorySegment result, long at) {
        remote.fetchLater(update, pe, offset, bytes, value, expected, result, at);
    }

    @Override
    public int atomicGetInt(int pe, long offset) {
        return JobMemory.here(pe) ? super.atomicGetInt(pe, offset) : fetch(pe, offset, Update.ADD, 0);
    }

    @Override
    public void atomicSetInt(int pe, long offset, int value) {
        if (JobMemory.here(pe)) {
            super.atomicSetInt(pe, offset, value);
        } else {
            fetch(pe, offset, Update.SWAP, value);
        }
    }

    @Override
    public int compareSwapInt(int pe, long offset, int expected, int value) {
        return JobMemory.here(pe) ? super.compareSwapInt(pe, offset, expected, value)
            : (int) remote.atomic(pe, offset, Update.COMPARE_SWAP, value, expected, Integer.BYTES);
    }

    @Override
    public int swapInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.swapInt(pe, offset, value)
            : fetch(pe, offset, Update.SWAP, value);
    }

    @Override
    public int fetchAddInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchAddInt(pe, offset, value)
            : fetch(pe, offset, Update.ADD, value);
    }

    @Override
    public int fetchAndInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchAndInt(pe, offset, value)
            : fetch(pe, offset, Update.AND, value);
    }

    @Override
    public int fetchOrInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchOrInt(pe, offset, value)
            : fetch(pe, offset, Update.OR, value);
    }

    @Override
    public int fetchXorInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchXorInt(pe, offset, value)
            : fetch(pe, offset, Update.XOR, value);
    }

    @Override
    public long atomicGetLong(int pe, long offset) {
        return JobMemory.here(pe) ? super.atomicGetLong(pe, offset) : fetch(pe, offset, Update.ADD, 0L);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        if (JobMemory.here(pe)) {
            super.atomicSetLong(pe, offset, value);
        } else {
            fetch(pe, offset, Update.SWAP, value);
        }
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        return JobMemory.here(pe) ? super.compareSwapLong(pe, offset, expected, value)
            : remote.atomic(pe, offset, Update.COMPARE_SWAP, value, expected, Long.BYTES);
    }

    @Override
    public long swapLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.swapLong(pe, offset, value)
            : fetch(pe, offset, Update.SWAP, value);
    }

    @Override
    public long fetchAddLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchAddLong(pe, offset, value)
            : fetch(pe, offset, Update.ADD, value);
    }

    @Override
    public long fetchAndLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchAndLong(pe, offset, value)
            : fetch(pe, offset, Update.AND, value);
    }

    @Override
    public long fetchOrLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchOrLong(pe, offset, value)
            : fetch(pe, offset, Update.OR, value);
    }

    @Override
    public long fetchXorLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchXorLong(pe, offset, value)
            : fetch(pe, offset, Update.XOR, value);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.ucx.lib.UcxWorker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * One PE of a job on several nodes: what is in this node's memory is loaded and stored, what is elsewhere travels
 * through {@link Remote}.
 *
 * <p>Cells that members of a group wait for at their holder are stored on each node that has members, at the holder's
 * place in that node's heap file. So a wait and a read of such a cell never leave the node.
 *
 * <p>A cell is stored after all that its PE has sent before, wherever to: who sees the cell may tell a third PE. What was
 * sent before does not include other cells that their holders wait for, because nobody else asks for those.
 */
final class HybridBackend extends NodeBackend {
    private final Wire wire;
    private final Remote remote;

    HybridBackend(int pe, ShmJob job, PeLife life, List<Card> cards) {
        super(pe, job, life);
        this.wire = new Wire(cards, nPes(), this::lookForAbort);
        this.remote = new Remote(wire, Scratch.of(pe, nPes()));
    }

    private void lookForAbort() {
        super.checkAbort();
    }

    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public int node(int pe) {
        return wire.node(pe);
    }

    @Override
    public boolean mappable(int pe) {
        return JobMemory.here(pe);
    }

    @Override
    public MemorySegment segment(int pe, long offset, long bytes) {
        return JobMemory.here(pe) ? super.segment(pe, offset, bytes) : null;
    }

    @Override
    public void checkAbort() {
        super.checkAbort();
        if (wire.isPending()) {
            wire.progress();
        }
    }

    @Override
    protected void settle() {
        wire.flush();
    }

    @Override
    public void fence() {
        super.fence();
        wire.fence();
    }

    @Override
    public void quiet() {
        wire.settle();
        super.quiet();
    }

    // ---- cells -------------------------------------------------------------------------------------------------

    @Override
    public void cellSet(int holder, long cell, long value) {
        if (JobMemory.here(holder)) {
            wire.settle();
            super.cellSet(holder, cell, value);
        } else {
            wire.flushOthers(wire.node(holder));
            remote.signal(holder, cell + Cell.VALUE, value);
        }
    }

    @Override
    public void cellPublish(int holder, long cell, long value, int start, int stride, int size) {
        wire.settle();
        int here = wire.node(pe());
        for (int node = 0; node < wire.nodes(); node++) {
            boolean concerned = node == wire.node(holder) || hasMember(node, start, stride, size);
            if (concerned && node != here) {
                remote.publish(node, holder, cell + Cell.VALUE, value);
            } else if (concerned) {
                super.cellSet(holder, cell, value);
            }
        }
    }

    /** {@return whether one of start, start + stride, ... is on a node} */
    private boolean hasMember(int node, int start, int stride, int size) {
        for (int i = 0; i < size; i++) {
            if (wire.node(start + i * stride) == node) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void forgetPublished(long offset, long bytes, int start, int stride, int size) {
        for (int i = 0; i < size; i++) {
            int holder = start + i * stride;
            if (!JobMemory.here(holder)) {
                JobMemory.slice(holder, offset, bytes).fill((byte) 0);
            }
        }
    }

    @Override
    public long cellAdd(int holder, long cell, long value) {
        if (JobMemory.here(holder)) {
            wire.settle();
            return super.cellAdd(holder, cell, value);
        }
        wire.flushOthers(wire.node(holder));
        wire.fence();
        return remote.fetchLong(holder, cell + Cell.VALUE, UcxWorker.ADD, value);
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

    /** Words of single cells are read on this node: their values are published here. */
    @Override
    public long cellGet(int holder, long cell) {
        return super.getLong(holder, cell + Cell.VALUE);
    }

    // ---- atomics -----------------------------------------------------------------------------------------------

    @Override
    public int atomicGetInt(int pe, long offset) {
        return JobMemory.here(pe) ? super.atomicGetInt(pe, offset) : remote.fetchInt(pe, offset, UcxWorker.ADD, 0);
    }

    @Override
    public void atomicSetInt(int pe, long offset, int value) {
        if (JobMemory.here(pe)) {
            super.atomicSetInt(pe, offset, value);
        } else {
            remote.fetchInt(pe, offset, UcxWorker.SWAP, value);
        }
    }

    @Override
    public int compareSwapInt(int pe, long offset, int expected, int value) {
        return JobMemory.here(pe) ? super.compareSwapInt(pe, offset, expected, value)
            : remote.compareSwapInt(pe, offset, expected, value);
    }

    @Override
    public int swapInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.swapInt(pe, offset, value)
            : remote.fetchInt(pe, offset, UcxWorker.SWAP, value);
    }

    @Override
    public int fetchAddInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchAddInt(pe, offset, value)
            : remote.fetchInt(pe, offset, UcxWorker.ADD, value);
    }

    @Override
    public int fetchAndInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchAndInt(pe, offset, value)
            : remote.fetchInt(pe, offset, UcxWorker.AND, value);
    }

    @Override
    public int fetchOrInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchOrInt(pe, offset, value)
            : remote.fetchInt(pe, offset, UcxWorker.OR, value);
    }

    @Override
    public int fetchXorInt(int pe, long offset, int value) {
        return JobMemory.here(pe) ? super.fetchXorInt(pe, offset, value)
            : remote.fetchInt(pe, offset, UcxWorker.XOR, value);
    }

    @Override
    public long atomicGetLong(int pe, long offset) {
        return JobMemory.here(pe) ? super.atomicGetLong(pe, offset) : remote.fetchLong(pe, offset, UcxWorker.ADD, 0);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        if (JobMemory.here(pe)) {
            super.atomicSetLong(pe, offset, value);
        } else {
            remote.fetchLong(pe, offset, UcxWorker.SWAP, value);
        }
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        return JobMemory.here(pe) ? super.compareSwapLong(pe, offset, expected, value)
            : remote.compareSwapLong(pe, offset, expected, value);
    }

    @Override
    public long swapLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.swapLong(pe, offset, value)
            : remote.fetchLong(pe, offset, UcxWorker.SWAP, value);
    }

    @Override
    public long fetchAddLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchAddLong(pe, offset, value)
            : remote.fetchLong(pe, offset, UcxWorker.ADD, value);
    }

    @Override
    public long fetchAndLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchAndLong(pe, offset, value)
            : remote.fetchLong(pe, offset, UcxWorker.AND, value);
    }

    @Override
    public long fetchOrLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchOrLong(pe, offset, value)
            : remote.fetchLong(pe, offset, UcxWorker.OR, value);
    }

    @Override
    public long fetchXorLong(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchXorLong(pe, offset, value)
            : remote.fetchLong(pe, offset, UcxWorker.XOR, value);
    }
}

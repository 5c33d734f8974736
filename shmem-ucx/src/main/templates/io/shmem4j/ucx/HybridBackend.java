// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.PeState;
import io.shmem4j.ucx.transport.TcpWorker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The backend of a PE in a job on several nodes. Accesses to its own node are loads and stores, those to other nodes go
 * through {@link Remote}.
 *
 * <p>Members of a group wait for a cell of one of them, the holder. Each node with members keeps a copy of the cell, at
 * the holder's offset in its own heap file, so waits never leave a node.
 *
 * <p>A cell is stored after all earlier accesses of its PE to any node, because a PE that sees it may signal a third
 * one. Cells that only their holder waits for are exempt: no third PE depends on them.
 */
final class HybridBackend extends NodeBackend {
    private final Wire wire;
    private final Remote remote;
    private final JobFiles files;
    private final boolean joined;

    HybridBackend(int pe, ShmJob job, PeLife life, List<Card> cards) {
        this(pe, job, life, new Wire(cards, job.control().nPes(), !job.control().outlives() ? Wire::ucx
            : () -> new TcpWorker(pe, job.control().lives().life(pe))));
    }

    private HybridBackend(int pe, ShmJob job, PeLife life, Wire wire) {
        super(pe, job, life);
        this.wire = wire;
        this.remote = new Remote(wire, new Scratch(wire, pe, job.control().nPes()));
        this.files = job.files();
        this.joined = job.control().joined();
        wire.losses.checkAbort = super::checkAbort;
    }

    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public int node(int pe) {
        return wire.node(pe);
    }

    /** Adds a last check of the agent, which may have been killed while its PEs were ending. */
    @Override
    public boolean atExit(Runnable end) {
        return joined ? super.atExit(end) : super.atExit(() -> {
            try {
                end.run();
            } finally {
                LauncherWatch.lastLook(files);
            }
        });
    }

    @Override
    public void enter(PeState state) {
        if (state == PeState.FINISHED) {
            wire.end();
            if (joined) {
                wire.close();
            }
        }
        super.enter(state);
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
    public void release(int holder) {
        if (JobMemory.here(holder)) {
            wire.settle();
        } else {
            fence();
            wire.flushOthers(wire.node(holder));
        }
    }

    @Override
    public void quiet() {
        remote.complete();
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
        return remote.atomic(holder, cell + Cell.VALUE, Update.ADD, value, 0, Long.BYTES);
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

//#each way/local write/write read/read readLater/read
    @Override
    public void $way$(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        if (JobMemory.here(pe)) {
            super.$local$(pe, offset, array, index, layout, count);
        } else {
            remote.$way$(pe, offset, array, index, layout, count);
        }
    }

//#next
//#each way/local write/write read/read writeLater/write readLater/read
    @Override
    public void $way$(int pe, long offset, MemorySegment segment, long from, long bytes) {
        if (JobMemory.here(pe)) {
            super.$local$(pe, offset, segment, from, bytes);
        } else {
            remote.$way$(pe, offset, segment.asSlice(from, bytes));
        }
    }

//#next
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

    // ---- elements and atomics ----------------------------------------------------------------------------------

//#types integer: value
    @Override
    public long getLong(int pe, long offset) {
        return JobMemory.here(pe) ? super.getLong(pe, offset)
            : remote.element(pe, offset, Long.BYTES);
            //#small : (short) remote.element(pe, offset, Short.BYTES);
            //#int : (int) remote.element(pe, offset, Integer.BYTES);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        if (JobMemory.here(pe)) {
            super.putLong(pe, offset, value);
        } else {
            remote.element(pe, offset, value, Long.BYTES);
        }
    }

//#done
//#types atomic: expected value
    private long fetchLong(int pe, long offset, Update update, long value) {
        return remote.atomic(pe, offset, update, value, 0, Long.BYTES);
        //#int return (int) remote.atomic(pe, offset, update, value, 0, Integer.BYTES);
    }

    @Override
    public long atomicGetLong(int pe, long offset) {
        return JobMemory.here(pe) ? super.atomicGetLong(pe, offset) : fetchLong(pe, offset, Update.ADD, 0);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        if (JobMemory.here(pe)) {
            super.atomicSetLong(pe, offset, value);
        } else {
            fetchLong(pe, offset, Update.SWAP, value);
        }
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        return JobMemory.here(pe) ? super.compareSwapLong(pe, offset, expected, value)
            : remote.atomic(pe, offset, Update.COMPARE_SWAP, value, expected, Long.BYTES);
            //#int : (int) remote.atomic(pe, offset, Update.COMPARE_SWAP, value, expected, Integer.BYTES);
    }

//#each swap/SWAP swap/SWAP fetchAdd/ADD
    @Override
    public long $swap$Long(int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.$swap$Long(pe, offset, value)
            : fetchLong(pe, offset, Update.$SWAP$, value);
    }

//#next
    @Override
    public long fetchBitsLong(Update update, int pe, long offset, long value) {
        return JobMemory.here(pe) ? super.fetchBitsLong(update, pe, offset, value)
            : fetchLong(pe, offset, update, value);
    }

//#done
    @Override
    public void fetchLater(Update update, int pe, long offset, int bytes, long value, long expected,
        MemorySegment result, long at) {
        remote.fetchLater(update, pe, offset, bytes, value, expected, result, at);
    }
}

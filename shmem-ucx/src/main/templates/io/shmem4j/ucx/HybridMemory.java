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
        this.remote = new Remote(wire, new Scratch(wire, pe, job.control().nPes()));
    }

    /** {@return the accesses to other nodes} */
    final Remote remote() {
        return remote;
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

//#types integer
    @Override
    public $type$ get$Type$(int pe, long offset) {
        return JobMemory.here(pe) ? super.get$Type$(pe, offset) : $fromLong$remote.element(pe, offset, $Box$.BYTES);
    }

    @Override
    public void put$Type$(int pe, long offset, $type$ value) {
        if (JobMemory.here(pe)) {
            super.put$Type$(pe, offset, value);
        } else {
            remote.element(pe, offset, value, $Box$.BYTES);
        }
    }

//#done
//#types atomic
    private $type$ fetch$Type$(int pe, long offset, Update update, $type$ value) {
        return $fromLong$remote.atomic(pe, offset, update, value, 0, $Box$.BYTES);
    }

    @Override
    public $type$ atomicGet$Type$(int pe, long offset) {
        return JobMemory.here(pe) ? super.atomicGet$Type$(pe, offset) : fetch$Type$(pe, offset, Update.ADD, 0);
    }

    @Override
    public void atomicSet$Type$(int pe, long offset, $type$ value) {
        if (JobMemory.here(pe)) {
            super.atomicSet$Type$(pe, offset, value);
        } else {
            fetch$Type$(pe, offset, Update.SWAP, value);
        }
    }

    @Override
    public $type$ compareSwap$Type$(int pe, long offset, $type$ expected, $type$ value) {
        return JobMemory.here(pe) ? super.compareSwap$Type$(pe, offset, expected, value)
            : $fromLong$remote.atomic(pe, offset, Update.COMPARE_SWAP, value, expected, $Box$.BYTES);
    }

//#each swap/SWAP swap/SWAP fetchAdd/ADD fetchAnd/AND fetchOr/OR fetchXor/XOR
    @Override
    public $type$ $swap$$Type$(int pe, long offset, $type$ value) {
        return JobMemory.here(pe) ? super.$swap$$Type$(pe, offset, value)
            : fetch$Type$(pe, offset, Update.$SWAP$, value);
    }

//#next
//#done
    @Override
    public void fetchLater(Update update, int pe, long offset, int bytes, long value, long expected,
        MemorySegment result, long at) {
        remote.fetchLater(update, pe, offset, bytes, value, expected, result, at);
    }
}

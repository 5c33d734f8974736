// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.PeState;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * One PE of a job on several nodes. It accesses the memory of its own node by loads and stores, and that of other nodes
 * through {@link Remote}.
 *
 * <p>Members of a group wait for a cell of one of them, the holder. Every node that has members stores a copy of the
 * cell, at the holder's place in its own heap file. So no wait for such a cell leaves the node.
 *
 * <p>A cell is stored after all earlier accesses of its PE to any node, because a PE that sees it may tell a third PE.
 * A cell that only its holder waits for is no such access: no third PE asks for it.
 */
final class HybridBackend extends HybridMemory {
    private final Wire wire;
    private final JobFiles files;
    private final boolean joined;

    HybridBackend(int pe, ShmJob job, PeLife life, List<Card> cards) {
        this(pe, job, life, new Wire(cards, job.control().nPes()));
    }

    private HybridBackend(int pe, ShmJob job, PeLife life, Wire wire) {
        super(pe, job, life, wire);
        this.wire = wire;
        this.files = job.files();
        this.joined = job.control().joined();
        wire.lookForAbort(super::checkAbort);
    }

    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public int node(int pe) {
        return wire.node(pe);
    }

    /** Looks for the agent once more, because it may have been killed while its PEs were ending. */
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
        if (joined && state == PeState.FINISHED) {
            wire.close();
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
    public void quiet() {
        remote().complete();
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
            remote().signal(holder, cell + Cell.VALUE, value);
        }
    }

    @Override
    public void cellPublish(int holder, long cell, long value, int start, int stride, int size) {
        wire.settle();
        int here = wire.node(pe());
        for (int node = 0; node < wire.nodes(); node++) {
            boolean concerned = node == wire.node(holder) || hasMember(node, start, stride, size);
            if (concerned && node != here) {
                remote().publish(node, holder, cell + Cell.VALUE, value);
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
        return remote().atomic(holder, cell + Cell.VALUE, Update.ADD, value, 0, Long.BYTES);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.work.WorkKind;
import java.lang.foreign.MemorySegment;

/**
 * A backend in front of another one: passes on all but accesses to symmetric memory, which its subclass watches or
 * changes.
 */
public abstract class ForwardingBackend extends Backend {
    /** The backend behind it. */
    protected final Backend backend;

    /**
     * In front of a backend.
     *
     * @param backend the backend
     */
    protected ForwardingBackend(Backend backend) {
        this.backend = backend;
    }

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public int pe() {
        return backend.pe();
    }

    @Override
    public int nPes() {
        return backend.nPes();
    }

    @Override
    public long heapBytes() {
        return backend.heapBytes();
    }

    @Override
    public boolean mappable(int pe) {
        return backend.mappable(pe);
    }

    @Override
    public MemorySegment segment(int pe, long offset, long bytes) {
        return backend.segment(pe, offset, bytes);
    }

    @Override
    public MemorySegment local(long offset, long bytes) {
        return backend.local(offset, bytes);
    }

    @Override
    public long nanoTime() {
        return backend.nanoTime();
    }

    @Override
    public void work(WorkKind kind, long amount) {
        backend.work(kind, amount);
    }

    @Override
    public void call() {
        backend.call();
    }

    @Override
    public void clear(long offset, long bytes) {
        backend.clear(offset, bytes);
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        backend.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
    }

    @Override
    public void cellSet(int pe, long cell, long value) {
        backend.cellSet(pe, cell, value);
    }

    @Override
    public long cellAdd(int pe, long cell, long value) {
        return backend.cellAdd(pe, cell, value);
    }

    @Override
    public long cellGet(int pe, long cell) {
        return backend.cellGet(pe, cell);
    }

    @Override
    public Waiter waiter() {
        return backend.waiter();
    }

    @Override
    public void enter(PeState state) {
        backend.enter(state);
    }

    @Override
    public boolean atExit(Runnable end) {
        return backend.atExit(end);
    }

    @Override
    public void abort(int status, String reason) {
        backend.abort(status, reason);
    }

    @Override
    public void checkAbort() {
        backend.checkAbort();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A wrapper of another backend; forwards all calls that a subclass neither observes nor changes. */
public abstract class ForwardingBackend extends Backend {
    protected final Backend backend;

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
    public long nanoTime() {
        return backend.nanoTime();
    }

    @Override
    public Path folder() {
        return backend.folder();
    }

    @Override
    public Waiter waiter() {
        return backend.waiter();
    }

    @Override
    public Lives lives() {
        return backend.lives();
    }

    @Override
    public void checkAbort() {
        backend.checkAbort();
    }

    @Override
    public void fence() {
        backend.fence();
    }

    @Override
    public void release(int pe) {
        backend.release(pe);
    }

    @Override
    public void quiet() {
        backend.quiet();
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
    public Words words(int pe) {
        return backend.words(pe);
    }

    @Override
    public Words own() {
        return backend.own();
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
    public void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        backend.write(pe, offset, array, index, layout, count);
    }

    @Override
    public void write(int pe, long offset, MemorySegment source, long from, long bytes) {
        backend.write(pe, offset, source, from, bytes);
    }

    @Override
    public void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        backend.read(pe, offset, array, index, layout, count);
    }

    @Override
    public void read(int pe, long offset, MemorySegment target, long to, long bytes) {
        backend.read(pe, offset, target, to, bytes);
    }

    @Override
    public void copy(int toPe, long to, int fromPe, long from, long bytes) {
        backend.copy(toPe, to, fromPe, from, bytes);
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
    public void enter(PeState state) {
        backend.enter(state);
    }

    @Override
    public void pause(int round) {
        backend.pause(round);
    }

    @Override
    public boolean atExit(Runnable end) {
        return backend.atExit(end);
    }

    @Override
    public void abort(int status, String reason) {
        backend.abort(status, reason);
    }

//#types integer: value
    @Override
    public long getLong(int pe, long offset) {
        return backend.getLong(pe, offset);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        backend.putLong(pe, offset, value);
    }

//#done
//#types atomic: expected value
    @Override
    public long atomicGetLong(int pe, long offset) {
        return backend.atomicGetLong(pe, offset);
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        backend.atomicSetLong(pe, offset, value);
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        return backend.compareSwapLong(pe, offset, expected, value);
    }

    @Override
    public long swapLong(int pe, long offset, long value) {
        return backend.swapLong(pe, offset, value);
    }

    @Override
    public long fetchAddLong(int pe, long offset, long value) {
        return backend.fetchAddLong(pe, offset, value);
    }

    @Override
    public long fetchBitsLong(Update update, int pe, long offset, long value) {
        return backend.fetchBitsLong(update, pe, offset, value);
    }

//#done
}

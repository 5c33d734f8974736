// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Waiter;
import io.shmem4j.work.WorkKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The backend of one context: tells the context's operations to the detector, then has the PE's backend do them. Names
 * are told before the memory changes, so that whoever sees a value finds what its store carries.
 */
final class WatchedBackend extends Backend {
    private final Backend backend;
    private final Stream stream;

    WatchedBackend(Backend backend, Stream stream) {
        this.backend = backend;
        this.stream = stream;
    }

    Backend backend() {
        return backend;
    }

    Stream stream() {
        return stream;
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

//#types integer
    @Override
    public $type$ get$Type$(int pe, long offset) {
        stream.get(pe, offset, $bytes$);
        return backend.get$Type$(pe, offset);
    }

    @Override
    public void put$Type$(int pe, long offset, $type$ value) {
        stream.put(pe, offset, $bytes$);
        backend.put$Type$(pe, offset, value);
    }

//#done
    @Override
    public void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        stream.write(pe, offset, array, index * layout.byteSize(), count * layout.byteSize());
        backend.write(pe, offset, array, index, layout, count);
    }

    @Override
    public void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        stream.write(pe, offset, source, sourceOffset, bytes);
        backend.write(pe, offset, source, sourceOffset, bytes);
    }

    @Override
    public void writeLater(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        stream.write(pe, offset, source, sourceOffset, bytes);
        backend.writeLater(pe, offset, source, sourceOffset, bytes);
    }

    @Override
    public void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        stream.read(pe, offset, array, index * layout.byteSize(), count * layout.byteSize());
        backend.read(pe, offset, array, index, layout, count);
    }

    @Override
    public void readLater(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        stream.read(pe, offset, array, index * layout.byteSize(), count * layout.byteSize());
        backend.readLater(pe, offset, array, index, layout, count);
    }

    @Override
    public void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        stream.read(pe, offset, target, targetOffset, bytes);
        backend.read(pe, offset, target, targetOffset, bytes);
    }

    @Override
    public void readLater(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        stream.read(pe, offset, target, targetOffset, bytes);
        backend.readLater(pe, offset, target, targetOffset, bytes);
    }

    @Override
    public void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        stream.copy(toPe, toOffset, fromPe, fromOffset, bytes);
        backend.copy(toPe, toOffset, fromPe, fromOffset, bytes);
    }

    @Override
    public void copyLater(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        stream.copy(toPe, toOffset, fromPe, fromOffset, bytes);
        backend.copyLater(toPe, toOffset, fromPe, fromOffset, bytes);
    }

    @Override
    public void clear(long offset, long bytes) {
        backend.clear(offset, bytes);
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        backend.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
    }

//#types atomic
    @Override
    public $type$ atomicGet$Type$(int pe, long offset) {
        stream.atomicLoads(pe, offset, $bytes$);
        $type$ value = backend.atomicGet$Type$(pe, offset);
        stream.fetched(pe, offset, $bytes$, value);
        return value;
    }

    @Override
    public void atomicSet$Type$(int pe, long offset, $type$ value) {
        stream.atomicSets(pe, offset, $bytes$, value);
        backend.atomicSet$Type$(pe, offset, value);
    }

    @Override
    public $type$ compareSwap$Type$(int pe, long offset, $type$ expected, $type$ value) {
        stream.atomicUpdates(pe, offset, $bytes$, 0);
        $type$ old = backend.compareSwap$Type$(pe, offset, expected, value);
        stream.fetched(pe, offset, $bytes$, old);
        return old;
    }

//#each swap swap fetchAdd fetchAnd fetchOr fetchXor
    @Override
    public $type$ $swap$$Type$(int pe, long offset, $type$ value) {
        stream.atomicUpdates(pe, offset, $bytes$, value);
        $type$ old = backend.$swap$$Type$(pe, offset, value);
        stream.fetched(pe, offset, $bytes$, old);
        return old;
    }

//#next
//#done
    @Override
    public void fence() {
        stream.fence();
        backend.fence();
    }

    @Override
    public void quiet() {
        backend.quiet();
        stream.quiet();
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

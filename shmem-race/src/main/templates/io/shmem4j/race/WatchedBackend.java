// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.order.Stream;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.ForwardingBackend;
import io.shmem4j.spi.Observer;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A context's backend. It reports operations to the race detector before the PE's backend executes them, so a thread
 * that reads a value always finds the order that its store carries.
 */
final class WatchedBackend extends ForwardingBackend {
    private final Stream stream;
    private final Observer observer = new ContextObserver();

    WatchedBackend(Backend backend, Stream stream) {
        super(backend);
        this.stream = stream;
    }

    Backend backend() {
        return backend;
    }

//#types integer: value
    @Override
    public long getLong(int pe, long offset) {
        stream.get(pe, offset, Long.BYTES);
        return backend.getLong(pe, offset);
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        stream.put(pe, offset, Long.BYTES);
        backend.putLong(pe, offset, value);
    }

//#done
    @Override
    public void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        stream.store(pe, offset, count * layout.byteSize(), MemorySegment.NULL, array, index * layout.byteSize());
        backend.write(pe, offset, array, index, layout, count);
    }

//#each write write writeLater
    @Override
    public void $write$(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        stream.store(pe, offset, bytes, source, null, sourceOffset);
        backend.$write$(pe, offset, source, sourceOffset, bytes);
    }

//#next
//#each read read readLater
    @Override
    public void $read$(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        stream.load(pe, offset, count * layout.byteSize(), MemorySegment.NULL, array, index * layout.byteSize());
        backend.$read$(pe, offset, array, index, layout, count);
    }

    @Override
    public void $read$(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        stream.load(pe, offset, bytes, target, null, targetOffset);
        backend.$read$(pe, offset, target, targetOffset, bytes);
    }

//#next
//#each copy copy copyLater
    @Override
    public void $copy$(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        stream.copy(toPe, toOffset, fromPe, fromOffset, bytes);
        backend.$copy$(toPe, toOffset, fromPe, fromOffset, bytes);
    }

//#next
//#types atomic: expected old value
    @Override
    public long atomicGetLong(int pe, long offset) {
        stream.atomicLoads(pe, offset, Long.BYTES);
        long value = backend.atomicGetLong(pe, offset);
        stream.fetched(pe, offset, Long.BYTES, value);
        return value;
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        stream.atomicSets(pe, offset, Long.BYTES, value);
        backend.atomicSetLong(pe, offset, value);
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        stream.atomicUpdates(pe, offset, Long.BYTES, 0);
        long old = backend.compareSwapLong(pe, offset, expected, value);
        stream.fetched(pe, offset, Long.BYTES, old);
        return old;
    }

//#each swap swap fetchAdd
    @Override
    public long $swap$Long(int pe, long offset, long value) {
        stream.atomicUpdates(pe, offset, Long.BYTES, value);
        long old = backend.$swap$Long(pe, offset, value);
        stream.fetched(pe, offset, Long.BYTES, old);
        return old;
    }

//#next
    @Override
    public long fetchBitsLong(Update update, int pe, long offset, long value) {
        stream.atomicUpdates(pe, offset, Long.BYTES, value);
        long old = backend.fetchBitsLong(update, pe, offset, value);
        stream.fetched(pe, offset, Long.BYTES, old);
        return old;
    }

//#done
    @Override
    public void fence() {
        stream.fence();
        backend.fence();
    }

    @Override
    public void quiet() {
        backend.quiet();
        stream.complete(null);
    }

    @Override
    public Observer observer() {
        return observer;
    }

    private final class ContextObserver extends Observer {
        @Override
        public void begin(Routine routine, int pe, Class<?> type) {
            stream.begin(routine, type);
            backend.observer().begin(routine, pe, type);
        }

        @Override
        public void quiet(Backend watched, int[] pes) {
            backend.quiet();
            stream.complete(pes);
        }

        @Override
        public void confineToTeam() {
            stream.setOfOneTeam();
        }

        @Override
        public void fetch(MemorySegment result, long first, long bytes) {
            stream.result(result, first, bytes);
        }

        @Override
        public void closeContext() {
            stream.closed();
        }
    }
}

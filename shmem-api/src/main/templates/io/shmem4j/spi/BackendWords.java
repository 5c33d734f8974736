// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.spi.Backend.Update;
import java.lang.foreign.ValueLayout;

/** Words of a PE whose accesses are calls of a backend: on another node, or where the backend observes them. */
public record BackendWords(Backend backend, int pe) implements Words {
    @Override
    public void copy(long to, long from, long bytes) {
        backend.copy(pe, to, pe, from, bytes);
    }

    @Override
    public void write(long offset, Object array, int index, ValueLayout layout, int count) {
        backend.write(pe, offset, array, index, layout, count);
    }

    @Override
    public void read(long offset, Object array, int index, ValueLayout layout, int count) {
        backend.read(pe, offset, array, index, layout, count);
    }

//#types: expected value
//#each Load/Store / integer: Acquire/Release
    @Override
    public long getLong$Load$(long offset) {
        return backend.getLong(pe, offset);
        //#real return Double.longBitsToDouble(backend.getLong(pe, offset));
    }

    @Override
    public void setLong$Store$(long offset, long value) {
        backend.putLong(pe, offset, value);
        //#real backend.putLong(pe, offset, Double.doubleToRawLongBits(value));
    }

//#next
//#if atomic
    @Override
    public long getLongVolatile(long offset) {
        return backend.atomicGetLong(pe, offset);
    }

    @Override
    public void setLongVolatile(long offset, long value) {
        backend.atomicSetLong(pe, offset, value);
    }

    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        return backend.compareSwapLong(pe, offset, expected, value);
    }

//#each Set/swap Set/swap Add/fetchAdd
    @Override
    public long getAnd$Set$Long(long offset, long value) {
        return backend.$swap$Long(pe, offset, value);
    }

//#next
//#each And/AND And/AND Or/OR Xor/XOR
    @Override
    public long getAndBitwise$And$Long(long offset, long value) {
        return backend.fetchBitsLong(Update.$AND$, pe, offset, value);
    }

//#next
//#end
//#done
}

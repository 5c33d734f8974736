// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.ValueLayout;

/** Words that announce each access to their owner, before it is made. */
public abstract non-sealed class AnnouncedWords implements Words {
    private final Words words;

    protected AnnouncedWords(Words words) {
        this.words = words;
    }

    protected abstract void loads(long offset, long bytes);

    protected abstract void stores(long offset, long bytes);

    protected void acquires(long offset, int bytes) {
        loads(offset, bytes);
    }

    /** Called with what an acquire load has seen. */
    protected void acquired(long offset, int bytes, long value) {
    }

    protected void releases(long offset, int bytes, long value) {
        stores(offset, bytes);
    }

    @Override
    public void copy(long to, long from, long bytes) {
        loads(from, bytes);
        stores(to, bytes);
        words.copy(to, from, bytes);
    }

    @Override
    public void write(long offset, Object array, int index, ValueLayout layout, int count) {
        stores(offset, count * layout.byteSize());
        words.write(offset, array, index, layout, count);
    }

    @Override
    public void read(long offset, Object array, int index, ValueLayout layout, int count) {
        loads(offset, count * layout.byteSize());
        words.read(offset, array, index, layout, count);
    }

//#types: expected value seen
//#each Load/Store / atomic: Volatile/Volatile
    @Override
    public long getLong$Load$(long offset) {
        loads(offset, Long.BYTES);
        return words.getLong$Load$(offset);
    }

    @Override
    public void setLong$Store$(long offset, long value) {
        stores(offset, Long.BYTES);
        words.setLong$Store$(offset, value);
    }

//#next
//#if integer
    @Override
    public long getLongAcquire(long offset) {
        acquires(offset, Long.BYTES);
        long seen = words.getLongAcquire(offset);
        acquired(offset, Long.BYTES, seen);
        return seen;
    }

    @Override
    public void setLongRelease(long offset, long value) {
        releases(offset, Long.BYTES, value);
        words.setLongRelease(offset, value);
    }

//#end
//#if atomic
    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        stores(offset, Long.BYTES);
        return words.compareAndExchangeLong(offset, expected, value);
    }

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    @Override
    public long $update$Long(long offset, long value) {
        stores(offset, Long.BYTES);
        return words.$update$Long(offset, value);
    }

//#next
//#end
//#done
}

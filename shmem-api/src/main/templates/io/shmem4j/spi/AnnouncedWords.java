// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.ValueLayout;

/** Words that announce each access to their owner. */
public abstract non-sealed class AnnouncedWords implements Words {
    private final Words words;

    protected AnnouncedWords(Words words) {
        this.words = words;
    }

    protected abstract void loads(long offset, long bytes);

    protected abstract void stores(long offset, long bytes);

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

//#types
//#each Load/Store / integer: Acquire/Release atomic: Volatile/Volatile
    @Override
    public $type$ get$Type$$Load$(long offset) {
        loads(offset, $bytes$);
        return words.get$Type$$Load$(offset);
    }

    @Override
    public void set$Type$$Store$(long offset, $type$ value) {
        stores(offset, $bytes$);
        words.set$Type$$Store$(offset, value);
    }

//#next
//#if atomic
    @Override
    public $type$ compareAndExchange$Type$(long offset, $type$ expected, $type$ value) {
        stores(offset, $bytes$);
        return words.compareAndExchange$Type$(offset, expected, value);
    }

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    @Override
    public $type$ $update$$Type$(long offset, $type$ value) {
        stores(offset, $bytes$);
        return words.$update$$Type$(offset, value);
    }

//#next
//#end
//#done
}

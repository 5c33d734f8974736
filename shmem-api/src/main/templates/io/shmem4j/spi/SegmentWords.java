// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Words of a segment, for JVMs whose intrinsics the library can't reach. */
record SegmentWords(MemorySegment memory) implements Words {
    @Override
    public void copy(long to, long from, long bytes) {
        MemorySegment.copy(memory, from, memory, to, bytes);
    }

    @Override
    public void write(long offset, Object array, int index, ValueLayout layout, int count) {
        MemorySegment.copy(array, index, memory, layout, offset, count);
    }

    @Override
    public void read(long offset, Object array, int index, ValueLayout layout, int count) {
        MemorySegment.copy(memory, layout, offset, array, index, count);
    }

//#types
    @Override
    public $type$ get$Type$(long offset) {
        return memory.get(ValueLayout.$LAYOUT$, offset);
    }

    @Override
    public void set$Type$(long offset, $type$ value) {
        memory.set(ValueLayout.$LAYOUT$, offset, value);
    }

//#each Load/Store integer: Acquire/Release atomic: Volatile/Volatile
    @Override
    public $type$ get$Type$$Load$(long offset) {
        return ($type$) $Type$Handle.ONE.get$Load$(memory, offset);
    }

    @Override
    public void set$Type$$Store$(long offset, $type$ value) {
        $Type$Handle.ONE.set$Store$(memory, offset, value);
    }

//#next
//#if atomic
    @Override
    public $type$ compareAndExchange$Type$(long offset, $type$ expected, $type$ value) {
        return ($type$) $Type$Handle.ONE.compareAndExchange(memory, offset, expected, value);
    }

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    @Override
    public $type$ $update$$Type$(long offset, $type$ value) {
        return ($type$) $Type$Handle.ONE.$update$(memory, offset, value);
    }

//#next
//#end
//#done
//#types integer
    /** A separate class per type, because making a handle takes time and most programs need few of them. */
    private static final class $Type$Handle {
        static final VarHandle ONE = ValueLayout.$LAYOUT$.varHandle();
    }

//#done
}

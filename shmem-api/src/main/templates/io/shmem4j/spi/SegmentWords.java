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

//#types: (long) expected value
    @Override
    public long getLong(long offset) {
        return memory.get(ValueLayout.JAVA_LONG, offset);
    }

    @Override
    public void setLong(long offset, long value) {
        memory.set(ValueLayout.JAVA_LONG, offset, value);
    }

//#each Load/Store integer: Acquire/Release atomic: Volatile/Volatile
    @Override
    public long getLong$Load$(long offset) {
        return (long) LongHandle.ONE.get$Load$(memory, offset);
    }

    @Override
    public void setLong$Store$(long offset, long value) {
        LongHandle.ONE.set$Store$(memory, offset, value);
    }

//#next
//#if atomic
    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        return (long) LongHandle.ONE.compareAndExchange(memory, offset, expected, value);
    }

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    @Override
    public long $update$Long(long offset, long value) {
        return (long) LongHandle.ONE.$update$(memory, offset, value);
    }

//#next
//#end
//#done
//#types integer
    /** A separate class per type, because making a handle takes time and most programs need few of them. */
    private static final class LongHandle {
        static final VarHandle ONE = ValueLayout.JAVA_LONG.varHandle();
    }

//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Words of a segment, where the JVM's intrinsics can't be reached.
 *
 * @param memory the segment
 */
record SegmentWords(MemorySegment memory) implements Words {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    @Override
    public byte getByte(long offset) {
        return memory.get(ValueLayout.JAVA_BYTE, offset);
    }

    @Override
    public void setByte(long offset, byte value) {
        memory.set(ValueLayout.JAVA_BYTE, offset, value);
    }

    @Override
    public short getShort(long offset) {
        return memory.get(ValueLayout.JAVA_SHORT, offset);
    }

    @Override
    public void setShort(long offset, short value) {
        memory.set(ValueLayout.JAVA_SHORT, offset, value);
    }

    @Override
    public int getInt(long offset) {
        return memory.get(ValueLayout.JAVA_INT, offset);
    }

    @Override
    public void setInt(long offset, int value) {
        memory.set(ValueLayout.JAVA_INT, offset, value);
    }

    @Override
    public long getLong(long offset) {
        return memory.get(ValueLayout.JAVA_LONG, offset);
    }

    @Override
    public void setLong(long offset, long value) {
        memory.set(ValueLayout.JAVA_LONG, offset, value);
    }

    @Override
    public float getFloat(long offset) {
        return memory.get(ValueLayout.JAVA_FLOAT, offset);
    }

    @Override
    public void setFloat(long offset, float value) {
        memory.set(ValueLayout.JAVA_FLOAT, offset, value);
    }

    @Override
    public double getDouble(long offset) {
        return memory.get(ValueLayout.JAVA_DOUBLE, offset);
    }

    @Override
    public void setDouble(long offset, double value) {
        memory.set(ValueLayout.JAVA_DOUBLE, offset, value);
    }

    @Override
    public int getIntAcquire(long offset) {
        return (int) INT.getAcquire(memory, offset);
    }

    @Override
    public int getIntVolatile(long offset) {
        return (int) INT.getVolatile(memory, offset);
    }

    @Override
    public void setIntVolatile(long offset, int value) {
        INT.setVolatile(memory, offset, value);
    }

    @Override
    public int getAndAddInt(long offset, int value) {
        return (int) INT.getAndAdd(memory, offset, value);
    }

    @Override
    public long getLongAcquire(long offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    @Override
    public long getLongVolatile(long offset) {
        return (long) LONG.getVolatile(memory, offset);
    }

    @Override
    public void setLongVolatile(long offset, long value) {
        LONG.setVolatile(memory, offset, value);
    }

    @Override
    public long getAndAddLong(long offset, long value) {
        return (long) LONG.getAndAdd(memory, offset, value);
    }

    @Override
    public byte getByteAcquire(long offset) {
        return (byte) Narrow.BYTE.getAcquire(memory, offset);
    }

    @Override
    public short getShortAcquire(long offset) {
        return (short) Narrow.SHORT.getAcquire(memory, offset);
    }

    @Override
    public void setByteRelease(long offset, byte value) {
        Narrow.BYTE.setRelease(memory, offset, value);
    }

    @Override
    public void setShortRelease(long offset, short value) {
        Narrow.SHORT.setRelease(memory, offset, value);
    }

    @Override
    public void setIntRelease(long offset, int value) {
        INT.setRelease(memory, offset, value);
    }

    @Override
    public void setLongRelease(long offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    @Override
    public int compareAndExchangeInt(long offset, int expected, int value) {
        return (int) INT.compareAndExchange(memory, offset, expected, value);
    }

    @Override
    public int getAndSetInt(long offset, int value) {
        return (int) INT.getAndSet(memory, offset, value);
    }

    @Override
    public int getAndBitwiseAndInt(long offset, int value) {
        return (int) INT.getAndBitwiseAnd(memory, offset, value);
    }

    @Override
    public int getAndBitwiseOrInt(long offset, int value) {
        return (int) INT.getAndBitwiseOr(memory, offset, value);
    }

    @Override
    public int getAndBitwiseXorInt(long offset, int value) {
        return (int) INT.getAndBitwiseXor(memory, offset, value);
    }

    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        return (long) LONG.compareAndExchange(memory, offset, expected, value);
    }

    @Override
    public long getAndSetLong(long offset, long value) {
        return (long) LONG.getAndSet(memory, offset, value);
    }

    @Override
    public long getAndBitwiseAndLong(long offset, long value) {
        return (long) LONG.getAndBitwiseAnd(memory, offset, value);
    }

    @Override
    public long getAndBitwiseOrLong(long offset, long value) {
        return (long) LONG.getAndBitwiseOr(memory, offset, value);
    }

    @Override
    public long getAndBitwiseXorLong(long offset, long value) {
        return (long) LONG.getAndBitwiseXor(memory, offset, value);
    }

    /** Apart, because a handle's making takes its time and most programs need none of these. */
    private static final class Narrow {
        static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
        static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle();
    }
}

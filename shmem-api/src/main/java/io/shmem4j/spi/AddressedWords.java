// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import jdk.internal.misc.Unsafe;

/**
 * Words by address, each access one intrinsic. A record, because the compilers take its field for a constant.
 *
 * @param base address of offset 0
 */
record AddressedWords(long base) implements Words {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    @Override
    public byte getByte(long offset) {
        return UNSAFE.getByte(null, base + offset);
    }

    @Override
    public void setByte(long offset, byte value) {
        UNSAFE.putByte(null, base + offset, value);
    }

    @Override
    public short getShort(long offset) {
        return UNSAFE.getShort(null, base + offset);
    }

    @Override
    public void setShort(long offset, short value) {
        UNSAFE.putShort(null, base + offset, value);
    }

    @Override
    public int getInt(long offset) {
        return UNSAFE.getInt(null, base + offset);
    }

    @Override
    public void setInt(long offset, int value) {
        UNSAFE.putInt(null, base + offset, value);
    }

    @Override
    public long getLong(long offset) {
        return UNSAFE.getLong(null, base + offset);
    }

    @Override
    public void setLong(long offset, long value) {
        UNSAFE.putLong(null, base + offset, value);
    }

    @Override
    public float getFloat(long offset) {
        return UNSAFE.getFloat(null, base + offset);
    }

    @Override
    public void setFloat(long offset, float value) {
        UNSAFE.putFloat(null, base + offset, value);
    }

    @Override
    public double getDouble(long offset) {
        return UNSAFE.getDouble(null, base + offset);
    }

    @Override
    public void setDouble(long offset, double value) {
        UNSAFE.putDouble(null, base + offset, value);
    }

    @Override
    public int getIntAcquire(long offset) {
        return UNSAFE.getIntVolatile(null, base + offset);
    }

    @Override
    public int getIntVolatile(long offset) {
        return UNSAFE.getIntVolatile(null, base + offset);
    }

    @Override
    public void setIntVolatile(long offset, int value) {
        UNSAFE.putIntVolatile(null, base + offset, value);
    }

    @Override
    public int getAndAddInt(long offset, int value) {
        return UNSAFE.getAndAddInt(null, base + offset, value);
    }

    @Override
    public long getLongAcquire(long offset) {
        return UNSAFE.getLongVolatile(null, base + offset);
    }

    @Override
    public long getLongVolatile(long offset) {
        return UNSAFE.getLongVolatile(null, base + offset);
    }

    @Override
    public void setLongVolatile(long offset, long value) {
        UNSAFE.putLongVolatile(null, base + offset, value);
    }

    @Override
    public long getAndAddLong(long offset, long value) {
        return UNSAFE.getAndAddLong(null, base + offset, value);
    }

    @Override
    public byte getByteAcquire(long offset) {
        return UNSAFE.getByteVolatile(null, base + offset);
    }

    @Override
    public short getShortAcquire(long offset) {
        return UNSAFE.getShortVolatile(null, base + offset);
    }

    @Override
    public void setByteRelease(long offset, byte value) {
        UNSAFE.putByteRelease(null, base + offset, value);
    }

    @Override
    public void setShortRelease(long offset, short value) {
        UNSAFE.putShortRelease(null, base + offset, value);
    }

    @Override
    public void setIntRelease(long offset, int value) {
        UNSAFE.putIntRelease(null, base + offset, value);
    }

    @Override
    public void setLongRelease(long offset, long value) {
        UNSAFE.putLongRelease(null, base + offset, value);
    }

    @Override
    public int compareAndExchangeInt(long offset, int expected, int value) {
        return UNSAFE.compareAndExchangeInt(null, base + offset, expected, value);
    }

    @Override
    public int getAndSetInt(long offset, int value) {
        return UNSAFE.getAndSetInt(null, base + offset, value);
    }

    @Override
    public int getAndBitwiseAndInt(long offset, int value) {
        return UNSAFE.getAndBitwiseAndInt(null, base + offset, value);
    }

    @Override
    public int getAndBitwiseOrInt(long offset, int value) {
        return UNSAFE.getAndBitwiseOrInt(null, base + offset, value);
    }

    @Override
    public int getAndBitwiseXorInt(long offset, int value) {
        return UNSAFE.getAndBitwiseXorInt(null, base + offset, value);
    }

    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        return UNSAFE.compareAndExchangeLong(null, base + offset, expected, value);
    }

    @Override
    public long getAndSetLong(long offset, long value) {
        return UNSAFE.getAndSetLong(null, base + offset, value);
    }

    @Override
    public long getAndBitwiseAndLong(long offset, long value) {
        return UNSAFE.getAndBitwiseAndLong(null, base + offset, value);
    }

    @Override
    public long getAndBitwiseOrLong(long offset, long value) {
        return UNSAFE.getAndBitwiseOrLong(null, base + offset, value);
    }

    @Override
    public long getAndBitwiseXorLong(long offset, long value) {
        return UNSAFE.getAndBitwiseXorLong(null, base + offset, value);
    }
}

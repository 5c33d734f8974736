// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.ValueLayout;
import jdk.internal.misc.Unsafe;

/**
 * Words at addresses relative to a base; each access is one intrinsic. A record, because the compilers treat its field
 * as a constant.
 */
record AddressedWords(long base) implements Words {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /**
     * {@return whether this JDK has all methods that are called here}
     *
     * <p>Calls each of them once, on an array, possibly before this class is initialized.
     */
    static boolean areThere() {
        try {
            Unsafe unsafe = Unsafe.getUnsafe();
            long[] array = new long[2];
            long at = first(Long.BYTES);
            unsafe.copyMemory(array, at, array, at + Long.BYTES, Long.BYTES);
            return first(Integer.BYTES) > 0 && first(Short.BYTES) > 0 && first(Byte.BYTES) > 0
//#types
                && hasLong(unsafe, array, at)
//#done
                && array[0] == 0;
        } catch (LinkageError e) {
            return false;
        }
    }

//#types: zero -array
    private static boolean hasLong(Unsafe unsafe, long[] array, long at) {
        long zero = 0;
        unsafe.putLong(array, at, zero);
//#if integer
        unsafe.putLongRelease(array, at, unsafe.getLongVolatile(array, at));
//#end
//#if atomic
        unsafe.putLongVolatile(array, at, unsafe.compareAndExchangeLong(array, at, zero, zero));
//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
        unsafe.$update$Long(array, at, zero);
//#next
//#end
        return unsafe.getLong(array, at) == 0;
    }

//#done
    // One long is copied as by p and g: the compiler may move plain accesses out of a loop that waits for another PE.

    @Override
    public void copy(long to, long from, long bytes) {
        if (bytes == Long.BYTES && ((to | from) & Long.BYTES - 1) == 0) {
            setLongRelease(to, getLongAcquire(from));
        } else {
            UNSAFE.copyMemory(null, base + from, null, base + to, bytes);
        }
    }

    @Override
    public void write(long offset, Object array, int index, ValueLayout layout, int count) {
        long size = layout.byteSize();
        long from = first(size) + index * size;
        if (count == 1 && size == Long.BYTES) {
            UNSAFE.putLongRelease(null, base + offset, UNSAFE.getLong(array, from));
        } else {
            UNSAFE.copyMemory(array, from, null, base + offset, count * size);
        }
    }

    @Override
    public void read(long offset, Object array, int index, ValueLayout layout, int count) {
        long size = layout.byteSize();
        long to = first(size) + index * size;
        if (count == 1 && size == Long.BYTES) {
            UNSAFE.putLong(array, to, UNSAFE.getLongVolatile(null, base + offset));
        } else {
            UNSAFE.copyMemory(null, base + offset, array, to, count * size);
        }
    }

    /** {@return the offset of an array's first element, which depends only on the size of elements} */
    private static long first(long size) {
        return size == Long.BYTES ? Unsafe.ARRAY_LONG_BASE_OFFSET : size == Integer.BYTES ? Unsafe.ARRAY_INT_BASE_OFFSET
            : size == Short.BYTES ? Unsafe.ARRAY_SHORT_BASE_OFFSET : Unsafe.ARRAY_BYTE_BASE_OFFSET;
    }

//#types: expected value
    @Override
    public long getLong(long offset, long more) {
        return UNSAFE.getLong(null, base + offset + more);
    }

    @Override
    public void setLong(long offset, long more, long value) {
        UNSAFE.putLong(null, base + offset + more, value);
    }

//#each Load/as/Store
//#row | |
//#row integer: Acquire | Volatile | Release
//#row atomic: Volatile | Volatile | Volatile
    @Override
    public long getLong$Load$(long offset) {
        return UNSAFE.getLong$as$(null, base + offset);
    }

    @Override
    public void setLong$Store$(long offset, long value) {
        UNSAFE.putLong$Store$(null, base + offset, value);
    }

//#next
//#if atomic
    @Override
    public long compareAndExchangeLong(long offset, long expected, long value) {
        return UNSAFE.compareAndExchangeLong(null, base + offset, expected, value);
    }

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    @Override
    public long $update$Long(long offset, long value) {
        return UNSAFE.$update$Long(null, base + offset, value);
    }

//#next
//#end
//#done
}

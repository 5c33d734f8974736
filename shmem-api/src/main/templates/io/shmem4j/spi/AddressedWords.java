// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.ValueLayout;
import jdk.internal.misc.Unsafe;

/**
 * Words at addresses relative to a base; each access is one intrinsic. A record, because the compilers treat its field
 * as a constant.
 * constant.
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
                && has$Type$(unsafe, array, at)
//#done
                && array[0] == 0;
        } catch (LinkageError e) {
            return false;
        }
    }

//#types
    private static boolean has$Type$(Unsafe unsafe, long[] array, long at) {
        $type$ zero = 0;
        unsafe.put$Type$(array, at, zero);
//#if integer
        unsafe.put$Type$Release(array, at, unsafe.get$Type$Volatile(array, at));
//#end
//#if atomic
        unsafe.put$Type$Volatile(array, at, unsafe.compareAndExchange$Type$(array, at, zero, zero));
//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
        unsafe.$update$$Type$(array, at, zero);
//#next
//#end
        return unsafe.get$Type$(array, at) == 0;
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

//#types
    @Override
    public $type$ get$Type$(long offset, long more) {
        return UNSAFE.get$Type$(null, base + offset + more);
    }

    @Override
    public void set$Type$(long offset, long more, $type$ value) {
        UNSAFE.put$Type$(null, base + offset + more, value);
    }

//#each Load/as/Store
//#row | |
//#row integer: Acquire | Volatile | Release
//#row atomic: Volatile | Volatile | Volatile
    @Override
    public $type$ get$Type$$Load$(long offset) {
        return UNSAFE.get$Type$$as$(null, base + offset);
    }

    @Override
    public void set$Type$$Store$(long offset, $type$ value) {
        UNSAFE.put$Type$$Store$(null, base + offset, value);
    }

//#next
//#if atomic
    @Override
    public $type$ compareAndExchange$Type$(long offset, $type$ expected, $type$ value) {
        return UNSAFE.compareAndExchange$Type$(null, base + offset, expected, value);
    }

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    @Override
    public $type$ $update$$Type$(long offset, $type$ value) {
        return UNSAFE.$update$$Type$(null, base + offset, value);
    }

//#next
//#end
//#done
}

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

//#types
    @Override
    public $type$ get$Type$(long offset) {
        return UNSAFE.get$Type$(null, base + offset);
    }

    @Override
    public void set$Type$(long offset, $type$ value) {
        UNSAFE.put$Type$(null, base + offset, value);
    }

//#if integer
    @Override
    public $type$ get$Type$Acquire(long offset) {
        return UNSAFE.get$Type$Volatile(null, base + offset);
    }

    @Override
    public void set$Type$Release(long offset, $type$ value) {
        UNSAFE.put$Type$Release(null, base + offset, value);
    }

//#end
//#if atomic
    @Override
    public $type$ get$Type$Volatile(long offset) {
        return UNSAFE.get$Type$Volatile(null, base + offset);
    }

    @Override
    public void set$Type$Volatile(long offset, $type$ value) {
        UNSAFE.put$Type$Volatile(null, base + offset, value);
    }

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

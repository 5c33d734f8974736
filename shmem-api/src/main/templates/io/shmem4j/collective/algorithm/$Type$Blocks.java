// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The operators on {@code $type$} by blocks that are copied into arrays and back.
 *
 * <p>The interpreter takes a hundredth of the time for an element of an array that it takes for one of a segment, and
 * the optimizing compiler makes vectors of most loops over arrays, but not of loops over two places of a segment.
 */
final class $Type$Blocks {
    private static final int LENGTH = 2048 / $bytes$;

    /** Two arrays that no thread is using; PEs that share a JVM share this. */
    private final AtomicReference<$type$[][]> spare = new AtomicReference<>();
    private final Operator operator;

    $Type$Blocks(Operator operator) {
        this.operator = operator;
    }

    void apply(MemorySegment in, long to, long left, long right, int bytes) {
        $type$[][] arrays = spare.getAndSet(null);
        if (arrays == null) {
            arrays = new $type$[2][LENGTH];
        }
        Words words = JobMemory.words(in);
        int all = bytes / $bytes$;
        for (int done = 0; done < all; done += LENGTH) {
            int count = Math.min(LENGTH, all - done);
            long offset = (long) done * $bytes$;
            words.read(left + offset, arrays[0], 0, $LAYOUT$, count);
            words.read(right + offset, arrays[1], 0, $LAYOUT$, count);
            combine(arrays[0], arrays[1], count);
            words.write(to + offset, arrays[0], 0, $LAYOUT$, count);
        }
        spare.set(arrays);
    }

    private void combine($type$[] a, $type$[] b, int count) {
        switch (operator) {
//#each OP/op MAX/max MIN/min SUM/sum PROD/prod integer: AND/and OR/or XOR/xor UMAX/umax UMIN/umin
            case $OP$ -> $op$(a, b, count);
//#next
//#if real
            case COMPLEX_PROD -> complexProd(a, b, count);
//#end
            default -> throw new IllegalArgumentException(operator + " is not defined for $type$");
        }
    }
//#each op/does
//#row integer: and | a[i] &= b[i]
//#row integer: or | a[i] |= b[i]
//#row integer: xor | a[i] ^= b[i]
//#row integer: umax | a[i] = $Box$.compareUnsigned(a[i], b[i]) >= 0 ? a[i] : b[i]
//#row integer: umin | a[i] = $Box$.compareUnsigned(a[i], b[i]) <= 0 ? a[i] : b[i]
//#row small: max | a[i] = a[i] >= b[i] ? a[i] : b[i]
//#row small: min | a[i] = a[i] <= b[i] ? a[i] : b[i]
//#row int long real: max | a[i] = Math.max(a[i], b[i])
//#row int long real: min | a[i] = Math.min(a[i], b[i])
//#row sum | a[i] += b[i]
//#row prod | a[i] *= b[i]

    private static void $op$($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            $does$;
        }
    }
//#next
//#if real

    private static void complexProd($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i += 2) {
            $type$ real = a[i] * b[i] - a[i + 1] * b[i + 1];
            a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
            a[i] = real;
        }
    }
//#end
}

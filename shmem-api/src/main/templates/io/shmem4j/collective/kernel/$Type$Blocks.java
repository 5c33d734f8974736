// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.kernel;

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
//#if integer
            case AND -> and(a, b, count);
            case OR -> or(a, b, count);
            case XOR -> xor(a, b, count);
            case UMAX -> umax(a, b, count);
            case UMIN -> umin(a, b, count);
//#end
//#if real
            case COMPLEX_PROD -> complexProd(a, b, count);
//#end
            case MAX -> max(a, b, count);
            case MIN -> min(a, b, count);
            case SUM -> sum(a, b, count);
            case PROD -> prod(a, b, count);
            default -> throw new IllegalArgumentException(operator + " is not defined for $type$");
        }
    }
//#if integer
    private static void and($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] &= b[i];
        }
    }

    private static void or($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] |= b[i];
        }
    }

    private static void xor($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] ^= b[i];
        }
    }

    private static void umax($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] = $Box$.compareUnsigned(a[i], b[i]) >= 0 ? a[i] : b[i];
        }
    }

    private static void umin($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] = $Box$.compareUnsigned(a[i], b[i]) <= 0 ? a[i] : b[i];
        }
    }
//#end
//#if real

    private static void complexProd($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i += 2) {
            $type$ real = a[i] * b[i] - a[i + 1] * b[i + 1];
            a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
            a[i] = real;
        }
    }
//#end

    private static void max($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
//#if small
            a[i] = a[i] >= b[i] ? a[i] : b[i];
//#end
//#if int long real
            a[i] = Math.max(a[i], b[i]);
//#end
        }
    }

    private static void min($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
//#if small
            a[i] = a[i] <= b[i] ? a[i] : b[i];
//#end
//#if int long real
            a[i] = Math.min(a[i], b[i]);
//#end
        }
    }

    private static void sum($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] += b[i];
        }
    }

    private static void prod($type$[] a, $type$[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] *= b[i];
        }
    }
}

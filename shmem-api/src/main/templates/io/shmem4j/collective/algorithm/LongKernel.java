// SPDX-License-Identifier: Apache-2.0
//#types: a b c one
package io.shmem4j.collective.algorithm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.collective.algorithm.LateVectors.VectorApi;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The operators on {@code long}. Each operator has its own loop, so each loop is compiled for its operator. If the
 * JVM has the Vector API, or has loaded it since, these loops combine only the ends that fill no vector.
 */
public final class LongKernel extends ScalarKernel {
    /** Operands too short to be worth the optimizing compiler's time. */
    private static final int FEW_BYTES = 4 * Long.BYTES;
    /** Length from which copies into arrays pay. */
    private static final int MANY_BYTES = 256;
    private static final Kernel[] ALL = new Kernel[Operator.values().length];

    static {
        for (Operator operator : Operator.values()) {
            LongKernel scalar = scalar(operator);
            ALL[operator.ordinal()] = VectorApi.PRESENT ? LongVectorKernel.of(scalar) : scalar;
        }
    }

    private final Blocks blocks;

    private LongKernel(Operator operator) {
        super(operator, operator == Operator.COMPLEX_PROD ? 2 * Long.BYTES : Long.BYTES, rounds(operator));
        this.blocks = new Blocks(operator);
    }

    /** {@return whether another order of the operands may change bits of the result} */
    private static boolean rounds(Operator operator) {
        return false;
        //#real return operator != Operator.MAX && operator != Operator.MIN;
    }

    /** {@return the kernel of an operator that exists for this type} */
    public static Kernel of(Operator operator) {
        return ALL[operator.ordinal()];
    }

    /** {@return the kernel that works element by element, with or without the Vector API} */
    static LongKernel scalar(Operator operator) {
        return new LongKernel(operator);
    }

    @Override
    Kernel vectors() {
        return LongVectorKernel.of(this);
    }

    @Override
    void makeWayFor(Kernel other) {
        ALL[operator().ordinal()] = other;
    }

    @Override
    public void apply(MemorySegment in, long to, long left, long right, int bytes) {
        if (bytes <= FEW_BYTES && elementBytes() == Long.BYTES) {
            few(JobMemory.words(in), to, left, right, bytes);
        } else if (bytes < MANY_BYTES) {
            elements(JobMemory.words(in), to, left, right, bytes);
        } else {
            long start = begin(bytes);
            blocks.apply(in, to, left, right, bytes);
            end(start);
        }
    }

    /** A separate loop, which the start-up cache keeps at the quick compiler's level. */
    private void few(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += Long.BYTES) {
            in.setLong(to + i, one(in.getLong(left + i), in.getLong(right + i)));
        }
    }

    private long one(long a, long b) {
        long c = a;
        switch (operator()) {
//#each OP/does
//#row integer: AND | c &= b
//#row integer: OR | c |= b
//#row integer: XOR | c ^= b
//#row integer: UMAX | c = Long.compareUnsigned(a, b) >= 0 ? a : b
//#row integer: UMIN | c = Long.compareUnsigned(a, b) <= 0 ? a : b
//#row small: MAX | c = a >= b ? a : b
//#row small: MIN | c = a <= b ? a : b
//#row int long real: MAX | c = Math.max(a, b)
//#row int long real: MIN | c = Math.min(a, b)
//#row SUM | c += b
//#row PROD | c *= b
            case $OP$ -> $does$;
//#next
            default -> throw new IllegalArgumentException(operator() + " is not defined for long");
        }
        return c;
    }

    private void elements(Words in, long to, long left, long right, int bytes) {
        switch (operator()) {
//#each OP/op MAX/max MIN/min SUM/sum PROD/prod integer: AND/and OR/or XOR/xor UMAX/umax UMIN/umin
            case $OP$ -> $op$(in, to, left, right, bytes);
//#next
//#if real
            case COMPLEX_PROD -> complexProd(in, to, left, right, bytes);
//#end
            default -> throw new IllegalArgumentException(operator() + " is not defined for long");
        }
    }
//#each op/does
//#row integer: and | a &= b
//#row integer: or | a |= b
//#row integer: xor | a ^= b
//#row integer: umax | a = Long.compareUnsigned(a, b) >= 0 ? a : b
//#row integer: umin | a = Long.compareUnsigned(a, b) <= 0 ? a : b
//#row small: max | a = a >= b ? a : b
//#row small: min | a = a <= b ? a : b
//#row int long real: max | a = Math.max(a, b)
//#row int long real: min | a = Math.min(a, b)
//#row sum | a += b
//#row prod | a *= b

    private static void $op$(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += Long.BYTES) {
            long a = in.getLong(left + i);
            long b = in.getLong(right + i);
            $does$;
            in.setLong(to + i, a);
        }
    }
//#next
//#if real

    private static void complexProd(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += 2 * Double.BYTES) {
            double a = in.getDouble(left + i);
            double b = in.getDouble(left + i + Double.BYTES);
            double c = in.getDouble(right + i);
            double d = in.getDouble(right + i + Double.BYTES);
            in.setDouble(to + i, a * c - b * d);
            in.setDouble(to + i + Double.BYTES, a * d + b * c);
        }
    }
//#end

    /**
     * Applies the operators on {@code long} to blocks that are copied into arrays and back.
     *
     * <p>The interpreter needs a hundredth of the time for an element of an array that it needs for one of a segment,
     * and the optimizing compiler vectorises most loops over arrays, but no loop over two ranges of a segment.
     */
    private static final class Blocks {
        private static final int LENGTH = 2048 / Long.BYTES;

        /** Two arrays that no thread uses now; PEs of one JVM share them. */
        private final AtomicReference<long[][]> spare = new AtomicReference<>();
        private final Operator operator;

        Blocks(Operator operator) {
            this.operator = operator;
        }

        void apply(MemorySegment in, long to, long left, long right, int bytes) {
            long[][] arrays = spare.getAndSet(null);
            if (arrays == null) {
                arrays = new long[2][LENGTH];
            }
            Words words = JobMemory.words(in);
            int all = bytes / Long.BYTES;
            for (int done = 0; done < all; done += LENGTH) {
                int count = Math.min(LENGTH, all - done);
                long offset = (long) done * Long.BYTES;
                words.read(left + offset, arrays[0], 0, JAVA_LONG, count);
                words.read(right + offset, arrays[1], 0, JAVA_LONG, count);
                combine(arrays[0], arrays[1], count);
                words.write(to + offset, arrays[0], 0, JAVA_LONG, count);
            }
            spare.set(arrays);
        }

        private void combine(long[] a, long[] b, int count) {
            switch (operator) {
//#each OP/op MAX/max MIN/min SUM/sum PROD/prod integer: AND/and OR/or XOR/xor UMAX/umax UMIN/umin
                case $OP$ -> $op$(a, b, count);
//#next
//#if real
                case COMPLEX_PROD -> complexProd(a, b, count);
//#end
                default -> throw new IllegalArgumentException(operator + " is not defined for long");
            }
        }
//#each op/does
//#row integer: and | a[i] &= b[i]
//#row integer: or | a[i] |= b[i]
//#row integer: xor | a[i] ^= b[i]
//#row integer: umax | a[i] = Long.compareUnsigned(a[i], b[i]) >= 0 ? a[i] : b[i]
//#row integer: umin | a[i] = Long.compareUnsigned(a[i], b[i]) <= 0 ? a[i] : b[i]
//#row small: max | a[i] = a[i] >= b[i] ? a[i] : b[i]
//#row small: min | a[i] = a[i] <= b[i] ? a[i] : b[i]
//#row int long real: max | a[i] = Math.max(a[i], b[i])
//#row int long real: min | a[i] = Math.min(a[i], b[i])
//#row sum | a[i] += b[i]
//#row prod | a[i] *= b[i]

        private static void $op$(long[] a, long[] b, int count) {
            for (int i = 0; i < count; i++) {
                $does$;
            }
        }
//#next
//#if real

        private static void complexProd(double[] a, double[] b, int count) {
            for (int i = 0; i < count; i += 2) {
                double real = a[i] * b[i] - a[i + 1] * b[i + 1];
                a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
                a[i] = real;
            }
        }
//#end
    }
}

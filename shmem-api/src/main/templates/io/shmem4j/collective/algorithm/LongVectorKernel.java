// SPDX-License-Identifier: Apache-2.0
//#types
package io.shmem4j.collective.algorithm;

import io.shmem4j.spi.Kernel;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
//#if real
import jdk.incubator.vector.VectorShuffle;
//#end
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on {@code long} by the Vector API, with the same bits as {@link LongKernel}; loaded only if the JVM
 * has its module.
 *
 * <p>Each operator has its own loops: an operator is compiled to an instruction only if it is a constant.
 */
final class LongVectorKernel extends Kernel {
    private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
    private static final int WIDTH = SPECIES.vectorByteSize();
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
//#if real
    private static final VectorShuffle<Double> REAL = VectorShuffle.fromOp(SPECIES, i -> i & -2);
    private static final VectorShuffle<Double> IMAGINARY = VectorShuffle.fromOp(SPECIES, i -> i | 1);
    private static final VectorShuffle<Double> SWAPPED = VectorShuffle.fromOp(SPECIES, i -> i ^ 1);
    private static final DoubleVector SIGNS = signs();
//#end

    private final Kernel twin;

    private LongVectorKernel(Kernel twin) {
        super(twin.operator(), twin.elementBytes(), twin.ordered());
        this.twin = twin;
    }

    /** {@return the vector version of an element-by-element kernel} */
    static Kernel of(Kernel twin) {
        return new LongVectorKernel(twin);
    }

    @Override
    public void apply(MemorySegment in, long to, long left, long right, int bytes) {
        int whole = bytes & -WIDTH;
        if (whole > 0) {
            switch (operator()) {
//#each op/OP max/MAX min/MIN sum/SUM prod/PROD integer: and/AND or/OR xor/XOR umax/UMAX umin/UMIN
                case $OP$ -> $op$(in, to, left, right, whole);
//#next
//#if real
                case COMPLEX_PROD -> complexProd(in, to, left, right, whole);
//#end
                default -> throw new IllegalArgumentException(operator() + " is not defined for long");
            }
        }
        if (whole < bytes) {
            twin.apply(in, to + whole, left + whole, right + whole, bytes - whole);
        }
    }

    @Override
    public void apply(MemorySegment in, long to, long first, long second, long third, long fourth, int bytes) {
        int whole = bytes & -WIDTH;
        if (whole > 0) {
            switch (operator()) {
//#each op/OP max/MAX min/MIN sum/SUM prod/PROD integer: and/AND or/OR xor/XOR umax/UMAX umin/UMIN
                case $OP$ -> $op$(in, to, first, second, third, fourth, whole);
//#next
//#if real
                case COMPLEX_PROD -> complexProd(in, to, first, second, third, fourth, whole);
//#end
                default -> throw new IllegalArgumentException(operator() + " is not defined for long");
            }
        }
        if (whole < bytes) {
            twin.apply(in, to + whole, first + whole, second + whole, third + whole, fourth + whole, bytes - whole);
        }
    }

    private static LongVector load(MemorySegment in, long at) {
        return LongVector.fromMemorySegment(SPECIES, in, at, ORDER);
    }
//#each op/OP max/MAX min/MIN sum/ADD prod/MUL integer: and/AND or/OR xor/XOR umax/UMAX umin/UMIN

    private static void $op$(MemorySegment in, long to, long left, long right, int bytes) {
        for (long at = 0; at < bytes; at += WIDTH) {
            load(in, left + at).lanewise(VectorOperators.$OP$, load(in, right + at))
                .intoMemorySegment(in, to + at, ORDER);
        }
    }

    private static void $op$(MemorySegment in, long to, long first, long second, long third, long fourth,
        int bytes) {
        for (long at = 0; at < bytes; at += WIDTH) {
            load(in, first + at).lanewise(VectorOperators.$OP$, load(in, second + at))
                .lanewise(VectorOperators.$OP$, load(in, third + at))
                .lanewise(VectorOperators.$OP$, load(in, fourth + at))
                .intoMemorySegment(in, to + at, ORDER);
        }
    }
//#next
//#if real

    private static void complexProd(MemorySegment in, long to, long left, long right, int bytes) {
        for (long at = 0; at < bytes; at += WIDTH) {
            product(load(in, left + at), load(in, right + at)).intoMemorySegment(in, to + at, ORDER);
        }
    }

    private static void complexProd(MemorySegment in, long to, long first, long second, long third, long fourth,
        int bytes) {
        for (long at = 0; at < bytes; at += WIDTH) {
            DoubleVector three = product(product(load(in, first + at), load(in, second + at)), load(in, third + at));
            product(three, load(in, fourth + at)).intoMemorySegment(in, to + at, ORDER);
        }
    }

    /** (a, b) (c, d) = (a c - b d, a d + b c): a sum of (a c, a d) and (-b d, b c), whose signs are exact. */
    private static DoubleVector product(DoubleVector left, DoubleVector right) {
        return left.rearrange(REAL).mul(right)
            .add(left.rearrange(IMAGINARY).mul(right.rearrange(SWAPPED)).mul(SIGNS));
    }

    private static DoubleVector signs() {
        double[] signs = new double[SPECIES.length()];
        for (int i = 0; i < signs.length; i++) {
            signs[i] = (i & 1) == 0 ? -1 : 1;
        }
        return DoubleVector.fromArray(SPECIES, signs, 0);
    }
//#end
}

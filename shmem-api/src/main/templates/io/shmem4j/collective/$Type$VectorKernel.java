// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Kernel;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.$Type$Vector;
import jdk.incubator.vector.VectorOperators;
//#if real
import jdk.incubator.vector.VectorShuffle;
//#end
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on {@code $type$} by the Vector API, with the same bits as {@link $Type$Kernel}; only loaded where its
 * module is there.
 *
 * <p>Each operator has loops of its own: an operator is compiled to an instruction only where it is a constant.
 */
final class $Type$VectorKernel extends Kernel {
    private static final VectorSpecies<$Box$> SPECIES = $Type$Vector.SPECIES_PREFERRED;
    private static final int WIDTH = SPECIES.vectorByteSize();
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
//#if real
    private static final VectorShuffle<$Box$> REAL = VectorShuffle.fromOp(SPECIES, i -> i & -2);
    private static final VectorShuffle<$Box$> IMAGINARY = VectorShuffle.fromOp(SPECIES, i -> i | 1);
    private static final VectorShuffle<$Box$> SWAPPED = VectorShuffle.fromOp(SPECIES, i -> i ^ 1);
    private static final $Type$Vector SIGNS = signs();
//#end

    private final Kernel twin;

    private $Type$VectorKernel(Kernel twin) {
        super(twin.operator(), twin.elementBytes(), twin.ordered());
        this.twin = twin;
    }

    /** {@return the kernel for an operator} @param twin does the same one by one */
    static Kernel of(Kernel twin) {
        return new $Type$VectorKernel(twin);
    }

    @Override
    public void apply(MemorySegment to, MemorySegment left, MemorySegment right) {
        int bytes = (int) to.byteSize();
        int whole = bytes & -WIDTH;
        if (whole > 0) {
            switch (operator()) {
//#each op/OP max/MAX min/MIN sum/SUM prod/PROD integer: and/AND or/OR xor/XOR umax/UMAX umin/UMIN
                case $OP$ -> $op$(to, left, right, whole);
//#next
//#if real
                case COMPLEX_PROD -> complexProd(to, left, right, whole);
//#end
                default -> throw new IllegalArgumentException(operator() + " is not defined for $type$");
            }
        }
        if (whole < bytes) {
            twin.apply(to.asSlice(whole), left.asSlice(whole), right.asSlice(whole));
        }
    }

    @Override
    public void apply(MemorySegment to, MemorySegment first, MemorySegment second, MemorySegment third,
        MemorySegment fourth) {
        int bytes = (int) to.byteSize();
        int whole = bytes & -WIDTH;
        if (whole > 0) {
            switch (operator()) {
//#each op/OP max/MAX min/MIN sum/SUM prod/PROD integer: and/AND or/OR xor/XOR umax/UMAX umin/UMIN
                case $OP$ -> $op$(to, first, second, third, fourth, whole);
//#next
//#if real
                case COMPLEX_PROD -> complexProd(to, first, second, third, fourth, whole);
//#end
                default -> throw new IllegalArgumentException(operator() + " is not defined for $type$");
            }
        }
        if (whole < bytes) {
            twin.apply(to.asSlice(whole), first.asSlice(whole), second.asSlice(whole), third.asSlice(whole),
                fourth.asSlice(whole));
        }
    }

    private static $Type$Vector load(MemorySegment from, int at) {
        return $Type$Vector.fromMemorySegment(SPECIES, from, at, ORDER);
    }
//#each op/OP max/MAX min/MIN sum/ADD prod/MUL integer: and/AND or/OR xor/XOR umax/UMAX umin/UMIN

    private static void $op$(MemorySegment to, MemorySegment left, MemorySegment right, int bytes) {
        for (int at = 0; at < bytes; at += WIDTH) {
            load(left, at).lanewise(VectorOperators.$OP$, load(right, at)).intoMemorySegment(to, at, ORDER);
        }
    }

    private static void $op$(MemorySegment to, MemorySegment first, MemorySegment second, MemorySegment third,
        MemorySegment fourth, int bytes) {
        for (int at = 0; at < bytes; at += WIDTH) {
            load(first, at).lanewise(VectorOperators.$OP$, load(second, at))
                .lanewise(VectorOperators.$OP$, load(third, at)).lanewise(VectorOperators.$OP$, load(fourth, at))
                .intoMemorySegment(to, at, ORDER);
        }
    }
//#next
//#if real

    private static void complexProd(MemorySegment to, MemorySegment left, MemorySegment right, int bytes) {
        for (int at = 0; at < bytes; at += WIDTH) {
            product(load(left, at), load(right, at)).intoMemorySegment(to, at, ORDER);
        }
    }

    private static void complexProd(MemorySegment to, MemorySegment first, MemorySegment second, MemorySegment third,
        MemorySegment fourth, int bytes) {
        for (int at = 0; at < bytes; at += WIDTH) {
            product(product(product(load(first, at), load(second, at)), load(third, at)), load(fourth, at))
                .intoMemorySegment(to, at, ORDER);
        }
    }

    /** (a, b) (c, d) = (a c - b d, a d + b c): a sum of (a c, a d) and (-b d, b c), whose signs are exact. */
    private static $Type$Vector product($Type$Vector left, $Type$Vector right) {
        return left.rearrange(REAL).mul(right)
            .add(left.rearrange(IMAGINARY).mul(right.rearrange(SWAPPED)).mul(SIGNS));
    }

    private static $Type$Vector signs() {
        $type$[] signs = new $type$[SPECIES.length()];
        for (int i = 0; i < signs.length; i++) {
            signs[i] = (i & 1) == 0 ? -1 : 1;
        }
        return $Type$Vector.fromArray(SPECIES, signs, 0);
    }
//#end
}

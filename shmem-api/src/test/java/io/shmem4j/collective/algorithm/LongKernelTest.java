// SPDX-License-Identifier: Apache-2.0
//#types: (long) end number -ROOM -shift
package io.shmem4j.collective.algorithm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The two kernels of each operator on {@code long}: equal bits for any operands, lengths and places. */
@Execution(ExecutionMode.CONCURRENT)
class LongKernelTest {
    private static final int ROOM = 2600;
    private static final int[] LENGTHS = {0, 2, 4, 6, 14, 16, 30, 32, 34, 64, 126, 130, 512, 2500};
    private static final int OPERANDS = 4;
    private static final long AREA = (long) ROOM << 3;

    private final Random random = new Random(7);
    private final MemorySegment operands = Arena.ofAuto().allocate(OPERANDS * AREA, Long.BYTES);

    static Set<Operator> operators() {
        Set<Operator> operators = EnumSet.allOf(Operator.class);
        operators.remove(Operator.COMPLEX_PROD);
        //#real operators.removeAll(EnumSet.of(Operator.AND, Operator.OR, Operator.XOR, Operator.UMAX, Operator.UMIN));
        return operators;
    }

    @ParameterizedTest
    @MethodSource("operators")
    void twinsAgree(Operator operator) {
        Kernel scalar = LongKernel.scalar(operator);
        Kernel vector = LongVectorKernel.of(scalar);
        for (int count : LENGTHS) {
            for (int shift = 0; shift < 3; shift++) {
                for (boolean ends : new boolean[] {false, true}) {
                    fill(ends);
                    String what = operator + " of " + count + " at " + shift;
                    compare(what, scalar, vector, count, shift, 2, false);
                    compare(what + " in place", scalar, vector, count, shift, 2, true);
                    compare(what + ", four", scalar, vector, count, shift, 4, false);
                    compare(what + ", four in place", scalar, vector, count, shift, 4, true);
                }
            }
        }
    }

    private void fill(boolean ends) {
        for (int k = 0; k < OPERANDS * ROOM; k++) {
            operands.setAtIndex(JAVA_LONG, k, ends ? end() : number());
        }
    }

    private long number() {
        return random.nextLong();
        //#small return (short) random.nextInt();
        //#real return (double) (random.nextGaussian() * 1000);
    }

    /** Ends of types: least and largest, and for reals both zeros, infinity and no number. */
    private long end() {
        long[] ends = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1};
        //#real double[] ends = {Double.MIN_VALUE, Double.MAX_VALUE, (double) (-0.0), 0, Double.POSITIVE_INFINITY,
        //#real     Double.NaN, -1};
        return ends[random.nextInt(ends.length)];
    }

    /** Runs on a copy; the result lies between numbers that must stay, over the first operands or apart. */
    private MemorySegment run(Kernel kernel, int count, int shift, int sources, boolean inPlace) {
        MemorySegment memory = Arena.ofAuto().allocate(operands.byteSize() + AREA, Long.BYTES);
        memory.asSlice(0, operands.byteSize()).copyFrom(operands);
        long[] at = new long[OPERANDS]; //#same
        for (int i = 0; i < OPERANDS; i++) {
            at[i] = i * AREA + ((long) shift * (i + 1) << 3);
        }
        long to = inPlace ? at[0] : OPERANDS * AREA + (5L << 3);
        int bytes = count << 3;
        if (sources == 2) {
            kernel.apply(memory, to, at[0], at[1], bytes);
        } else {
            kernel.apply(memory, to, at[0], at[1], at[2], at[3], bytes);
        }
        return memory;
    }

    /** Any NaN equals any other: which one comes out of two is nobody's promise. */
    private void compare(String what, Kernel scalar, Kernel vector, int count, int shift, int sources,
        boolean inPlace) {
        MemorySegment expected = run(scalar, count, shift, sources, inPlace);
        MemorySegment actual = run(vector, count, shift, sources, inPlace);
        long same = expected.mismatch(actual);
        for (long i = same < 0 ? (OPERANDS + 1) * ROOM : same >> 3; i < (OPERANDS + 1) * ROOM; i++) {
            Long wanted = expected.getAtIndex(JAVA_LONG, i);
            if (!wanted.equals(actual.getAtIndex(JAVA_LONG, i))) {
                assertEquals(wanted, actual.getAtIndex(JAVA_LONG, i), what + ", element " + i);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import static java.lang.foreign.ValueLayout.$LAYOUT$;
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

/** The two kernels of each operator on {@code $type$}: equal bits for any operands, lengths and places. */
@Execution(ExecutionMode.CONCURRENT)
class $Type$KernelTest {
    private static final int ROOM = 2600;
    private static final int[] LENGTHS = {0, 2, 4, 6, 14, 16, 30, 32, 34, 64, 126, 130, 512, 2500};
    private static final int OPERANDS = 4;
    private static final long AREA = (long) ROOM << $shift$;

    private final Random random = new Random(7);
    private final MemorySegment operands = Arena.ofAuto().allocate(OPERANDS * AREA, $bytes$);

    static Set<Operator> operators() {
        Set<Operator> operators = EnumSet.allOf(Operator.class);
//#if integer
        operators.remove(Operator.COMPLEX_PROD);
//#end
//#if real
        operators.removeAll(EnumSet.of(Operator.AND, Operator.OR, Operator.XOR, Operator.UMAX, Operator.UMIN));
//#end
        return operators;
    }

    @ParameterizedTest
    @MethodSource("operators")
    void twinsAgree(Operator operator) {
        Kernel scalar = $Type$Kernel.scalar(operator);
        Kernel vector = $Type$VectorKernel.of(scalar);
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
            operands.setAtIndex($LAYOUT$, k, ends ? end() : number());
        }
    }

    private $type$ number() {
//#if integer
        return ($type$) random.nextLong();
//#end
//#if real
        return ($type$) (random.nextGaussian() * 1000);
//#end
    }

    /** Ends of types: least and largest, and for reals both zeros, infinity and no number. */
    private $type$ end() {
//#if integer
        $type$[] ends = {$Box$.MIN_VALUE, $Box$.MAX_VALUE, 0, -1, 1};
//#end
//#if real
        $type$[] ends = {$Box$.MIN_VALUE, $Box$.MAX_VALUE, ($type$) (-0.0), 0, $Box$.POSITIVE_INFINITY, $Box$.NaN, -1};
//#end
        return ends[random.nextInt(ends.length)];
    }

    /** Runs on a copy; the result lies between numbers that must stay, over the first operands or apart. */
    private MemorySegment run(Kernel kernel, int count, int shift, int sources, boolean inPlace) {
        MemorySegment memory = Arena.ofAuto().allocate(operands.byteSize() + AREA, $bytes$);
        memory.asSlice(0, operands.byteSize()).copyFrom(operands);
        long[] at = new long[OPERANDS];
        for (int i = 0; i < OPERANDS; i++) {
            at[i] = i * AREA + ((long) shift * (i + 1) << $shift$);
        }
        long to = inPlace ? at[0] : OPERANDS * AREA + (5L << $shift$);
        int bytes = count << $shift$;
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
        for (long i = same < 0 ? (OPERANDS + 1) * ROOM : same >> $shift$; i < (OPERANDS + 1) * ROOM; i++) {
            $Box$ wanted = expected.getAtIndex($LAYOUT$, i);
            if (!wanted.equals(actual.getAtIndex($LAYOUT$, i))) {
                assertEquals(wanted, actual.getAtIndex($LAYOUT$, i), what + ", element " + i);
            }
        }
    }
}

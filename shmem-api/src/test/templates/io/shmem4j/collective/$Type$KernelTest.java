// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import static java.lang.foreign.ValueLayout.$LAYOUT$;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Operator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The two kernels of each operator on {@code $type$}: equal bits for any operands, lengths and places. */
class $Type$KernelTest {
    private static final int ROOM = 600;
    private static final int[] LENGTHS = {0, 2, 4, 14, 16, 30, 32, 34, 64, 126, 130, 512};
    private static final int OPERANDS = 4;

    private final Random random = new Random(7);
    private final MemorySegment[] operands = new MemorySegment[OPERANDS];

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
                    compare(what, run(scalar, count, shift, 2, 0), run(vector, count, shift, 2, 0));
                    compare(what + " in place", run(scalar, count, shift, 2, 1), run(vector, count, shift, 2, 1));
                    compare(what + ", four", run(scalar, count, shift, 4, 0), run(vector, count, shift, 4, 0));
                    compare(what + ", four in place", run(scalar, count, shift, 4, 1),
                        run(vector, count, shift, 4, 1));
                }
            }
        }
    }

    private void fill(boolean ends) {
        for (int i = 0; i < OPERANDS; i++) {
            operands[i] = Arena.ofAuto().allocate((long) ROOM << $shift$, $bytes$);
            for (int k = 0; k < ROOM; k++) {
                operands[i].setAtIndex($LAYOUT$, k, ends ? end() : number());
            }
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

    /** Where types end: least and largest, and for reals both zeros, infinity and no number. */
    private $type$ end() {
//#if integer
        $type$[] ends = {$Box$.MIN_VALUE, $Box$.MAX_VALUE, 0, -1, 1};
//#end
//#if real
        $type$[] ends = {$Box$.MIN_VALUE, $Box$.MAX_VALUE, ($type$) -0.0, 0, $Box$.POSITIVE_INFINITY, $Box$.NaN, -1};
//#end
        return ends[random.nextInt(ends.length)];
    }

    /** Runs on copies; the result lies between numbers that must stay, over the first operands or apart. */
    private MemorySegment run(Kernel kernel, int count, int shift, int sources, int inPlace) {
        MemorySegment[] parts = new MemorySegment[OPERANDS];
        MemorySegment whole = null;
        for (int i = 0; i < OPERANDS; i++) {
            MemorySegment copy = Arena.ofAuto().allocate(operands[i].byteSize(), $bytes$).copyFrom(operands[i]);
            parts[i] = copy.asSlice((long) shift * (i + 1) << $shift$, (long) count << $shift$);
            whole = i == 0 ? copy : whole;
        }
        if (inPlace == 0) {
            whole = Arena.ofAuto().allocate((long) ROOM << $shift$, $bytes$);
        }
        MemorySegment to = inPlace == 1 ? parts[0] : whole.asSlice(5L << $shift$, (long) count << $shift$);
        if (sources == 2) {
            kernel.apply(to, parts[0], parts[1]);
        } else {
            kernel.apply(to, parts[0], parts[1], parts[2], parts[3]);
        }
        return whole;
    }

    /** Any NaN equals any other: which one comes out of two is nobody's promise. */
    private static void compare(String what, MemorySegment expected, MemorySegment actual) {
        for (int i = 0; i < ROOM; i++) {
            assertEquals($Box$.valueOf(expected.getAtIndex($LAYOUT$, i)),
                $Box$.valueOf(actual.getAtIndex($LAYOUT$, i)), what + ", element " + i);
        }
    }
}

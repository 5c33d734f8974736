// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Operator;
import java.lang.foreign.MemorySegment;

/**
 * The operators on {@code $type$}, one loop for each, so that each is compiled for what it does; where the JVM has the
 * Vector API, only for the ends that fill no vector.
 */
public final class $Type$Kernel extends Kernel {
    private static final Kernel[] ALL = new Kernel[Operator.values().length];

    static {
        for (Operator operator : Operator.values()) {
            Kernel scalar = scalar(operator);
            ALL[operator.ordinal()] = VectorApi.PRESENT ? $Type$VectorKernel.of(scalar) : scalar;
        }
    }

    private $Type$Kernel(Operator operator) {
//#if integer
        super(operator, $bytes$, false);
//#end
//#if real
        super(operator, operator == Operator.COMPLEX_PROD ? 2 * $bytes$ : $bytes$,
            operator != Operator.MAX && operator != Operator.MIN);
//#end
    }

    /**
     * {@return the kernel of an operator}
     *
     * @param operator one that exists for this type
     */
    public static Kernel of(Operator operator) {
        return ALL[operator.ordinal()];
    }

    /** {@return the kernel that works one by one, whatever the JVM has} @param operator one that exists for this type */
    static Kernel scalar(Operator operator) {
        return new $Type$Kernel(operator);
    }

    @Override
    public void apply(MemorySegment to, MemorySegment left, MemorySegment right) {
        int count = (int) (to.byteSize() >> $shift$);
        switch (operator()) {
//#if integer
            case AND -> and(to, left, right, count);
            case OR -> or(to, left, right, count);
            case XOR -> xor(to, left, right, count);
            case UMAX -> umax(to, left, right, count);
            case UMIN -> umin(to, left, right, count);
//#end
//#if real
            case COMPLEX_PROD -> complexProd(to, left, right, count);
//#end
            case MAX -> max(to, left, right, count);
            case MIN -> min(to, left, right, count);
            case SUM -> sum(to, left, right, count);
            case PROD -> prod(to, left, right, count);
            default -> throw new IllegalArgumentException(operator() + " is not defined for $type$");
        }
    }
//#if integer
    private static void and(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            a &= b;
            to.setAtIndex($LAYOUT$, i, a);
        }
    }

    private static void or(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            a |= b;
            to.setAtIndex($LAYOUT$, i, a);
        }
    }

    private static void xor(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            a ^= b;
            to.setAtIndex($LAYOUT$, i, a);
        }
    }

    private static void umax(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            to.setAtIndex($LAYOUT$, i, $Box$.compareUnsigned(a, b) >= 0 ? a : b);
        }
    }

    private static void umin(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            to.setAtIndex($LAYOUT$, i, $Box$.compareUnsigned(a, b) <= 0 ? a : b);
        }
    }
//#end
//#if real

    private static void complexProd(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i += 2) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = left.getAtIndex($LAYOUT$, i + 1);
            $type$ c = right.getAtIndex($LAYOUT$, i);
            $type$ d = right.getAtIndex($LAYOUT$, i + 1);
            to.setAtIndex($LAYOUT$, i, a * c - b * d);
            to.setAtIndex($LAYOUT$, i + 1, a * d + b * c);
        }
    }
//#end
    private static void max(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
//#if small
            to.setAtIndex($LAYOUT$, i, a >= b ? a : b);
//#end
//#if int long real
            to.setAtIndex($LAYOUT$, i, Math.max(a, b));
//#end
        }
    }

    private static void min(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
//#if small
            to.setAtIndex($LAYOUT$, i, a <= b ? a : b);
//#end
//#if int long real
            to.setAtIndex($LAYOUT$, i, Math.min(a, b));
//#end
        }
    }

    private static void sum(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            a += b;
            to.setAtIndex($LAYOUT$, i, a);
        }
    }

    private static void prod(MemorySegment to, MemorySegment left, MemorySegment right, int count) {
        for (int i = 0; i < count; i++) {
            $type$ a = left.getAtIndex($LAYOUT$, i);
            $type$ b = right.getAtIndex($LAYOUT$, i);
            a *= b;
            to.setAtIndex($LAYOUT$, i, a);
        }
    }
}

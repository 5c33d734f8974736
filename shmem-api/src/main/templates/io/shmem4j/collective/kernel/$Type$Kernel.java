// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.kernel;

import io.shmem4j.collective.kernel.LateVectors.VectorApi;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;

/**
 * The operators on {@code $type$}, one loop for each operator, so that each loop is compiled for its operator. Where
 * the JVM has the Vector API, or has loaded it since, they combine only the ends that fill no vector.
 */
public final class $Type$Kernel extends ScalarKernel {
    /** Operands that are not worth the optimizing compiler's time. */
    private static final int FEW_BYTES = 4 * $bytes$;
    /** From here on copies into arrays pay. */
    private static final int LONG_BYTES = 256;
    private static final Kernel[] ALL = new Kernel[Operator.values().length];

    static {
        for (Operator operator : Operator.values()) {
            $Type$Kernel scalar = scalar(operator);
            ALL[operator.ordinal()] = VectorApi.PRESENT ? $Type$VectorKernel.of(scalar) : scalar;
        }
    }

    private final $Type$Blocks blocks;

    private $Type$Kernel(Operator operator) {
        super(operator, operator == Operator.COMPLEX_PROD ? 2 * $bytes$ : $bytes$, rounds(operator));
        this.blocks = new $Type$Blocks(operator);
    }

    /** {@return whether another order of the operands may give other bits} */
    private static boolean rounds(Operator operator) {
//#if integer
        return false;
//#end
//#if real
        return operator != Operator.MAX && operator != Operator.MIN;
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

    /**
     * {@return the kernel that works element by element, with or without the Vector API}
     *
     * @param operator one that exists for this type
     */
    static $Type$Kernel scalar(Operator operator) {
        return new $Type$Kernel(operator);
    }

    @Override
    Kernel vectors() {
        return $Type$VectorKernel.of(this);
    }

    @Override
    void makeWayFor(Kernel other) {
        ALL[operator().ordinal()] = other;
    }

    @Override
    public void apply(MemorySegment in, long to, long left, long right, int bytes) {
        if (bytes <= FEW_BYTES && elementBytes() == $bytes$) {
            few(JobMemory.words(in), to, left, right, bytes);
        } else if (bytes < LONG_BYTES) {
            elements(JobMemory.words(in), to, left, right, bytes);
        } else {
            long start = begin(bytes);
            blocks.apply(in, to, left, right, bytes);
            end(start);
        }
    }

    /** A loop of its own, which the start-up cache has the quick compiler compile. */
    private void few(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            in.set$Type$(to + i, one(in.get$Type$(left + i), in.get$Type$(right + i)));
        }
    }

    private $type$ one($type$ a, $type$ b) {
        $type$ c = a;
        switch (operator()) {
//#if integer
            case AND -> c &= b;
            case OR -> c |= b;
            case XOR -> c ^= b;
            case UMAX -> c = $Box$.compareUnsigned(a, b) >= 0 ? a : b;
            case UMIN -> c = $Box$.compareUnsigned(a, b) <= 0 ? a : b;
//#end
//#if small
            case MAX -> c = a >= b ? a : b;
            case MIN -> c = a <= b ? a : b;
//#end
//#if int long real
            case MAX -> c = Math.max(a, b);
            case MIN -> c = Math.min(a, b);
//#end
            case SUM -> c += b;
            case PROD -> c *= b;
            default -> throw new IllegalArgumentException(operator() + " is not defined for $type$");
        }
        return c;
    }

    private void elements(Words in, long to, long left, long right, int bytes) {
        switch (operator()) {
//#if integer
            case AND -> and(in, to, left, right, bytes);
            case OR -> or(in, to, left, right, bytes);
            case XOR -> xor(in, to, left, right, bytes);
            case UMAX -> umax(in, to, left, right, bytes);
            case UMIN -> umin(in, to, left, right, bytes);
//#end
//#if real
            case COMPLEX_PROD -> complexProd(in, to, left, right, bytes);
//#end
            case MAX -> max(in, to, left, right, bytes);
            case MIN -> min(in, to, left, right, bytes);
            case SUM -> sum(in, to, left, right, bytes);
            case PROD -> prod(in, to, left, right, bytes);
            default -> throw new IllegalArgumentException(operator() + " is not defined for $type$");
        }
    }
//#if integer
    private static void and(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            a &= b;
            in.set$Type$(to + i, a);
        }
    }

    private static void or(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            a |= b;
            in.set$Type$(to + i, a);
        }
    }

    private static void xor(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            a ^= b;
            in.set$Type$(to + i, a);
        }
    }

    private static void umax(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            in.set$Type$(to + i, $Box$.compareUnsigned(a, b) >= 0 ? a : b);
        }
    }

    private static void umin(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            in.set$Type$(to + i, $Box$.compareUnsigned(a, b) <= 0 ? a : b);
        }
    }
//#end
//#if real

    private static void complexProd(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += 2 * $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(left + i + $bytes$);
            $type$ c = in.get$Type$(right + i);
            $type$ d = in.get$Type$(right + i + $bytes$);
            in.set$Type$(to + i, a * c - b * d);
            in.set$Type$(to + i + $bytes$, a * d + b * c);
        }
    }
//#end
    private static void max(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
//#if small
            in.set$Type$(to + i, a >= b ? a : b);
//#end
//#if int long real
            in.set$Type$(to + i, Math.max(a, b));
//#end
        }
    }

    private static void min(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
//#if small
            in.set$Type$(to + i, a <= b ? a : b);
//#end
//#if int long real
            in.set$Type$(to + i, Math.min(a, b));
//#end
        }
    }

    private static void sum(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            a += b;
            in.set$Type$(to + i, a);
        }
    }

    private static void prod(Words in, long to, long left, long right, int bytes) {
        for (long i = 0; i < bytes; i += $bytes$) {
            $type$ a = in.get$Type$(left + i);
            $type$ b = in.get$Type$(right + i);
            a *= b;
            in.set$Type$(to + i, a);
        }
    }
}

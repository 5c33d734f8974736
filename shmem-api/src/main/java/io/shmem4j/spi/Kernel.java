// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/** An operator on a type, which combines two arrays element by element. */
public abstract class Kernel {
    /** System property that is set if the JVM's compiler supports vectors but the Vector API is not loaded yet. */
    public static final String LATE_VECTORS = "shmem4j.vectors.late";

    private final Operator operator;
    private final int elementBytes;
    private final boolean ordered;

    protected Kernel(Operator operator, int elementBytes, boolean ordered) {
        this.operator = operator;
        this.elementBytes = elementBytes;
        this.ordered = ordered;
    }

    public final Operator operator() {
        return operator;
    }

    /** {@return bytes of an indivisible unit: an element, or a pair for complex products} */
    public final int elementBytes() {
        return elementBytes;
    }

    /** {@return whether the order of operands may change the result, as in sums of floating-point numbers} */
    public final boolean ordered() {
        return ordered;
    }

    /**
     * Combines two arrays: {@code to[i] = left[i] op right[i]}; {@code to} may be either of them.
     *
     * <p>The arguments are offsets in one memory, not segments, because calls of long loops are not inlined and each
     * would allocate its segments.
     */
    public abstract void apply(MemorySegment in, long to, long left, long right, int bytes);

    /**
     * Combines four arrays in order: {@code to[i] = first[i] op second[i] op third[i] op fourth[i]}; {@code to} may be
     * the first or the second. The bits are those of three combinations of two.
     */
    public void apply(MemorySegment in, long to, long first, long second, long third, long fourth, int bytes) {
        apply(in, to, first, second, bytes);
        apply(in, to, to, third, bytes);
        apply(in, to, to, fourth, bytes);
    }

    /** Operator of a reduction; all are associative and commutative up to rounding. */
    public enum Operator {
        AND,
        OR,
        XOR,
        MAX,
        MIN,
        /** The larger as unsigned numbers. */
        UMAX,
        /** The smaller as unsigned numbers. */
        UMIN,
        SUM,
        PROD,
        /** Product of complex numbers, which are pairs of elements. */
        COMPLEX_PROD
    }
}
